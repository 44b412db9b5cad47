"""
The federations' rules as dated data, with small named strategies that read them.

`sets/*.toml` hold one edition of one federation's rules each, `tables/*.json` the tables they name. `loader` reads
them once, at import, and refuses what does not hold together. Everything else here is pure: integers and exact
ratios in, integers and exact ratios out; no clock, no chance, no files.

| module | holds |
|---|---|
| `loader` | `load(id)`, `in_force(federation, date)`, `adjustments(...)`, `other(id, system)`; the digests |
| `rating` | `rate_event`, `settle`, `first_rating`, `explain`: the one way to rate, whatever the federation |
| `event` | what is rated and what comes out, as frozen values |
| `ruleset`, `strategy` | the systems there are, their steps and the strategies' common shape |
| `rows`, `tables`, `tally`, `rounding`, `dates` | what the regulations share |
| `dsu`, `ssf`, `fide2000`, `fide2024` | the regulations, paragraph by paragraph; each opens with its coverage |
| `adjustment` | one-off changes of a whole list on a day |
| `vectors` | `check(document)`: runs worked examples against the rules |

A new edition is a file in `sets` (and its tables) with worked examples; only a step nobody has taken before needs code.
"""
