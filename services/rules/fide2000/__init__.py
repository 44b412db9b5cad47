"""
FIDE's ratings about 2000, in the summary of the Swedish federation.

| section | what | done |
|---|---|---|
| Anmälan, Rapportering | what a registration and a late report cost | `fees` |
| Anmälan to Rapportering | registration, arbiters, bulletins, reports | no: an office's matter |
| Turneringskategorier, Rapportering | a norm: category, points, opponents | `norms`, `opponents` |
| Rapportering | a title: games of its norms, rating | `titles` |
| Ratingturneringar | which games count, first results | `rate.prepare`, `first.first_rating` |
| Elotal | lists each quarter, lowest number, unrated count as 2000 | `rate.settle`; the 2000 in `norms.average` |
| Tabell 2, Tabell 3 | d(p), P(D) | data |
| Nytt elotal | changes summed over a period, rounded to 5 | `rate.settle` |
| Spelaren saknar elotal 1-4 | first rating | `first` |
| Rankad spelare 1-6 | change of a rated player | `rate.finish` |
| Rankad spelare, end | rated since: for opponents unrated | `Entrant.unrated_then` |
| Walk Over | an all-play-all with a walkover is a Swiss | `rate.prepare` |

Readings: D = R - R(c), not R - R(a) as printed (R(c) is computed for it); R(c) is a whole number for the table, half up
(R); the cap of 350 in Swiss only; lowest published 2005; a tie to the multiple of 5 goes up (R). A rated player with 0
or 100 % leaves d(p) open, so an all-play-all with him and an unrated one is refused by name.
"""
