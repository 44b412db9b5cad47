"""
The rating system of Dansk Skak Union: handbook chapter 4.5 (2005 and 2007), with § 4 and § 12-13 where they touch it.

| section | what | done |
|---|---|---|
| § 4 | rating list and its extracts | `lists`; how many juniors and women is a parameter |
| § 12-13 | thinking time of rated events | `conditions` |
| 4.5.1 | introduction | nothing to compute |
| 4.5.2.1 | expected score: both methods, games that drop out | `group.by_average`, `group.by_difference` |
| 4.5.2.2 | bonus | `rate.bonus`; the series after 11 games is a reading (R) |
| 4.5.2.3 | K | `tables.Coefficients`; which side a limit belongs to is a reading (R) |
| 4.5.2.4 | passing a limit of K | `rate.pass_limits`; several limits one after another (R) |
| 4.5.2.5 | winner rule | `rate.finish`; before the limits and the floor (R) |
| 4.5.2.6 | floor | `rate.settle` |
| 4.5.3 | which events are rated | `conditions` for the thinking time; the committee's acceptance is a decision |
| 4.5.4.1 | order; registered number + gain | `rate.settle` on the registered number |
| 4.5.4.2 | which games are rated | `group.rated_games` |
| 4.5.4.3 | duty to report foreign events, sanctions | no: dates the register keeps, discipline |
| 4.5.5.1 | Danish players: start, archive, fresh start, new proposal | `register` |
| 4.5.5.2 | foreigners: Elo, national, performance, estimate | `foreigners`; they come into the register with it (R) |
| 4.5.6 | coordination with the FIDE list | `coordination` |
| 4.5.7 | tables 1-4 | 1 and 2 are data; 3 and 4 follow from table 1, which the tests prove |

Also a reading, because the text is silent: Rn is rounded once, at the end, half up (R).
"""
