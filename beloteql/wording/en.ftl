# Phrases for rule texts, in English. Conditions are clauses ("trump was led"), everything else
# is a noun with its article ("the suit led"), so that phrases can be put into one another.

## Built-in names

term-yes = yes
term-no = no
term-bools = yes or no
term-players = the number of players
term-seats = all players
term-sides = the sides
term-suits = the suits
term-ranks = the ranks
term-strains = the suits and the other contracts
term-deck = the pack
term-no-cards = no card
term-dealer = the dealer
term-eldest = the eldest hand
term-score = the match score of { $a }
term-deals = the number of deals played
term-turned = the card turned up
term-hand = the hand of { $a }
term-me = you
term-passes = the number of passes in a row
term-best = the card winning the trick
term-winning = the player who is winning the trick
term-leading = you lead to the trick
term-led = the suit led
term-trick = the cards in the trick
term-player = the player of { $a }
term-any-card = any card
term-trick-number = the number of the trick
term-in-turn = the player whose card it is
term-exposed = your exposed cards
term-legal = the cards that may be played
term-takers = the taking side
term-defenders = the defending side
term-cards = the card points of { $a }
term-tricks = the number of tricks of { $a }
term-trick-count = the number of tricks in the deal
term-outcome = the outcome of the deal
term-winner = the winning side
term-paid = all that { $a } has been paid
term-suit = the suit of { $a }
term-rank = the rank of { $a }
term-points = the points of { $a }
term-strength = the strength of { $a }
term-is-trump = { $a } is trump
term-trump-named = one suit has been named as trump
term-kind = the kind of contract
term-trump = the trump suit
term-natural = the place of { $a } in natural order
term-next = the player after { $a }
term-partner = the partner of { $a }
term-side = the side of { $a }
term-opponent = the side against { $a }
term-place = the number of places that { $a } sits after the dealer
term-larger = the larger of { $a } and { $b }
term-smaller = the smaller of { $a } and { $b }

own-side = your own side
local-side = the side
local-seat = the player
local-pattern = the kind of meld
local-length = the number of its cards
local-rank = the rank of its highest card
local-suit = the suit
local-points = its points
local-offender = the side that broke the rule
local-opponents = the other side
special-known = { $a } has been settled
special-not-known = { $a } has not been settled
special-known-of = { $a } has been settled for { $b }
special-not-known-of = { $a } has not been settled for { $b }
special-not-said = { $who } did not say “{ $call }” in “{ $stage }”
special-said = { $who } said “{ $call }” in “{ $stage }”

## Operators

op-not = it is not so that { $a }
op-and = { $a } and { $b }
op-or = { $a } or { $b }
op-implies = { $b } whenever { $a }
op-eq = { $a } equals { $b }
op-ne = { $a } does not equal { $b }
op-lt = { $a } is less than { $b }
op-le = { $a } is at most { $b }
op-gt = { $a } is more than { $b }
op-ge = { $a } is at least { $b }
op-add = { $a } plus { $b }
op-subtract = { $a } minus { $b }
op-multiply = { $a } times { $b }
op-minus = minus { $a }
op-quotient = { $a } divided by { $b }, rounded down
op-remainder = what is left when { $a } is divided by { $b }
op-counted_in = the number of whole { $b }s in { $a }, where a rest of { $c } or more counts as one more
op-rounded_to = { $a }, rounded to a multiple of { $b } (a rest of { $c } or more goes up)
op-scaled_to = { $a } out of { $c }, recounted as a number out of { $b } (halves go up)
op-union = { $a } or { $b }
op-intersection = { $a } that is also { $b }
op-difference = { $a }, except { $b }
op-member = { $a } is one of { $b }
op-in_role = the standing of { $a } in the order of the { $role }

eq-plain = { $a } is { $b }
ne-plain = { $a } is not { $b }
lower = { $a } is lower than { $b }
lower-or-same = { $a } is at most { $b }
higher = { $a } is higher than { $b }
higher-or-same = { $a } is at least { $b }
all-passed = everybody has passed
not-leading = somebody has led to the trick
you-have = you have { $a }
you-lack = you do not have { $a }
some-cards = there are cards that are { $a }
none-cards = there is no card that is { $a }
is-among = { $a } is { $b }
rule-on = house rule { $number } is “{ $rule }”
rule-off = house rule { $number } is not “{ $rule }”
rule-yes = { $a } (house rule { $number })
rule-no = house rule { $number } does not apply ({ $a })
rule-number = the { $a } (house rule { $number })
bracket = ({ $a })
either = either { $a } or { $b }
list-or = { $a }, or { $b }
list-and = { $a }, and { $b }
choose = { $a } if { $when }, otherwise { $b }
choose-nothing = { $a } if { $when }
choose-clause = if { $when }: { $a }; otherwise: { $b }
case = { $a } if { $when }
case-else = otherwise { $a }
row-rank = { $value } for { $key }s
row-length = { $value } for { $key } cards
row-number = { $value } for { $key }
row-rule = with house rule { $number } “{ $key }”: { $value }
row-word = { $value } for “{ $key }”
range = { $a } to { $b }
range-step = { $a } to { $b } in steps of { $step }
of = { $a } of { $b }
meld-points = the points of { $a } for { $name }

# After which words a negation can be put, and how such a clause begins: "trump was led". Patterns.
negatable-verbs = is|was|are|were|may|can|has(?= been)
negatable-starts = the|your|trump|this|its
# Words that make "not" behind the verb say something else than the opposite.
negatable-never = and|or|that|who|which|whose|if|when|unless|all|every|each|some|any|both|only|no|not|none|nobody|never
negation = not
not-both = it is not so that both { $a } and { $b }
not-either = it is neither so that { $a } nor that { $b }

## Choosing and counting. `noun` is a card, a side … and `that` the same once it is known.

noun-cards = card
noun-seats = player
noun-sides = side
noun-suits = suit
noun-ranks = rank
noun-strains = contract
noun-number = number
noun-bools = answer
some-noun = some { $noun }
every-noun = every { $noun }
that-noun = that { $noun }
other-that-noun = that other { $noun }
among-trick = { $noun } in the trick
among-any-card = { $noun } in your hand
among = { $noun } among { $domain }
some = there is a { $noun } for which { $body }
every = for every { $noun }, { $body }
count = the number of { $noun }s for which { $body }
the = the { $noun } for which { $body }
those-others = every { $noun } for which { $body }
those = any { $noun } for which { $body }
highest = the highest { $noun }, by this measure: { $body }
lowest = the lowest { $noun }, by this measure: { $body }
sum = the sum over every { $noun } of { $body }
sum-sides = { $body }, all sides together
both-sides = both sides
all-sides = all sides
most = the largest over every { $noun } of { $body }
least = the smallest over every { $noun } of { $body }

## Cards

rank-J = jack
rank-Q = queen
rank-K = king
rank-A = ace
suit-C = clubs
suit-D = diamonds
suit-H = hearts
suit-S = spades

## Legal play

legal-when = If { $when }: { $cards }.
legal-always = { $cards }.
reason-must = Rule { $number } ({ $name }) decides: you must play { $cards }.
reason-any = Rule { $number } ({ $name }) decides: any card may be played.
reason-author = Rule { $number } ({ $name }) decides: { $text }
word-or = or
the-noun = the { $noun }
