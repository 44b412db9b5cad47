"""
The rating system of Sveriges Schackförbund worked out by LASK, as printed about 2002; in national use to August 2016.

| section | what | done |
|---|---|---|
| Mål | aim | nothing to compute |
| System | change per game, table A | `rate` |
| System | half from 2200, halves kept, rounded up at the period | `rate.finish`, `rate.settle` |
| System | walkovers never | `rate.rated_games` |
| System | an adjourned game counts when it is finished | `services.rules.register.parts`, where its report says when |
| Startrating | beginners from about 15: 1300, younger under 1200, else the presumed strength | `register` |
| Ratinggrundande partier | only competition games, 2 hours a player | `conditions` |
| Ratinggrundande partier | periods, events across the end of one | `periods` |
| Ratinggrundande partier | opponent without a Swedish number | the number he is entered with |
| Passivitetsavdrag | -50 a year, at most -150 | `register.deducted`; the assessment after that is judged |
| Rekommendationer under 1200 | bonus, floor 800: each district's option | options `bonus` and `floor`, announced |
| Rekommendationer under 1200 | five periods, 1 hour | option `five_periods`, announced; `conditions` |

Readings: both sides of a game and the halving go by the grundrating, the number at the period's start (R); the bonus
band goes by the number before the game, and who gets a bonus is measured by that number too (R: the worked example
needs it).
"""
