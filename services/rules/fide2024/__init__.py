"""
FIDE Rating Regulations B.02, in force 1 March 2024, with the amendment of 1 October 2025.

| section | what | done |
|---|---|---|
| 0 | registration | no: an office's matter |
| 1 | rate of play | `conditions` |
| 2-4 | laws, playing schedule, duration | no: an arbiter's matter; dates are checked with the event |
| 5.1 | unplayed games | `rate.rated_games` |
| 6.1 | a match with an unrated player | `rate.rated_games` |
| 6.2 | games after a match is won | the caller marks them as excluded |
| 7.1 | list, period, closing date | the caller says which events a list takes |
| 7.1.4 | first rating: 5 games, 26 months, at least 1400 | `first.first_rating` |
| 7.2.1 | below 1400: unrated | `rate.settle` |
| 7.2.2 | inactive after a year | `rate.is_inactive` |
| 8.1 | tables | data |
| 8.2 | initial rating | `first` |
| 8.2.4 | rated since: himself rated, for opponents unrated | `Entrant.unrated_then` |
| 8.3.1 | difference, cap of 400, exception from 2650 | `rate.score_tables` |
| 8.3.2 | sum of score - PD | `rate.finish` |
| 8.3.3 | K, K*n at most 700 | `rate.coefficient`, `rate.reduced` |
| 8.3.4 | rounding, a half away from zero | `rate.settle` |
| 9-10 | reporting, monitoring | no: the reporting service's |
| Rapid and blitz 7.2.1 | a standard rating stands in for a missing one | `rate.rapid_number` |
| Rapid and blitz, the rest | | no: a set of its own |

The text was read in public copies of the handbook, not on FIDE's own page. Readings: the amendment applies to events
that begin on or after its day; where several lines of K fit, 10 goes before the junior's 40, that before the newcomer's
40, and a junior once published at 2300 has lost his (R); p and Ru are rounded half up (R).
"""
