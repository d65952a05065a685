# Phrases for rule texts, in English. Conditions are clauses ("trump was led"), everything else
# is a noun with its article ("the suit led"), so that phrases can be put into one another.

## Built-in names

term-yes = yes
term-no = no
term-bools = yes or no
term-players = the number of players
term-seats = all players
term-sides = the sides
term-sides-alone = the players
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
term-takers-alone = the taker
# How the taker is called when the ruleset has no name of its own for that player.
usual-taker = the taker
side-of-taker = { $a }'s side
side-of-taker-long = the side of { $a }
term-defenders = the defending side
term-defenders-alone = the other player
term-defenders-many = the others
term-cards = the card points of { $a }
term-tricks = the number of tricks of { $a }
term-tricks-of = the number of tricks that { $a } has taken
term-trick-count = the number of tricks in the deal
term-last-trick = { $a } has taken the last trick
term-outcome = the outcome of the deal
term-winner = the winning side
term-winner-alone = the winner
term-paid = all that has been paid to { $a }
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
term-side-alone = { $a }
term-opponent = the side against { $a }
term-opponent-alone = the opponent of { $a }
term-place = the place of { $a } after the dealer
term-larger = the larger of { $a } and { $b }
term-smaller = the smaller of { $a } and { $b }

# What belongs to "you".
own-side = your own side
own-side-alone = you
own-hand = your hand
own-partner = your partner
local-side = the side
local-side-alone = the player
local-seat = the player
local-pattern = the kind of meld
local-length = the number of its cards
local-rank = the rank of its highest card
local-suit = the suit
local-points = its points
local-offender = the side that broke the rule
local-offender-alone = the player who broke the rule
local-opponents = the other side
local-opponents-alone = the other player
local-opponents-many = the others
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
op-eq = { $a } { $n ->
    [many] equal
   *[one] equals
} { $b }
op-ne = { $a } { $n ->
    [many] do not equal
   *[one] does not equal
} { $b }
op-lt = { $a } { $n ->
    [many] are
   *[one] is
} less than { $b }
op-le = { $a } { $n ->
    [many] are
   *[one] is
} at most { $b }
op-gt = { $a } { $n ->
    [many] are
   *[one] is
} more than { $b }
op-ge = { $a } { $n ->
    [many] are
   *[one] is
} at least { $b }
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
op-member = { $a } { $n ->
    [many] are
   *[one] is
} one of { $b }
op-in_role = the standing of { $a } in the order of the { $role }

passes-are = { $count ->
    [one] somebody has passed
   *[other] { $count } players in a row have passed
}
passes-number = the number of passes in a row is { $a }
passed-before = everybody who has a turn before { $a } has passed
others-passed = all the others have passed
not-all-passed = not everybody has passed
not-others-passed = not all the others have passed
place-eq = { $a } { $n ->
    [many] sit
   *[one] sits
} { $b } places after the dealer
place-lt = { $a } { $n ->
    [many] sit
   *[one] sits
} less than { $b } places after the dealer
place-le = { $a } { $n ->
    [many] sit
   *[one] sits
} at most { $b } places after the dealer
place-gt = { $a } { $n ->
    [many] sit
   *[one] sits
} more than { $b } places after the dealer
place-ge = { $a } { $n ->
    [many] sit
   *[one] sits
} at least { $b } places after the dealer
place-ne = { $a } { $n ->
    [many] do not sit
   *[one] does not sit
} { $b } places after the dealer
# The order of turns begins with the eldest hand and ends with the dealer.
turn-eq = { $a } { $n ->
    [many] are
   *[one] is
} { $b }
turn-ne = { $a } { $n ->
    [many] are
   *[one] is
} not { $b }
turn-lt = { $a } { $n ->
    [many] come
   *[one] comes
} before { $b } in turn
turn-le = { $a } { $n ->
    [many] come
   *[one] comes
} no later in turn than { $b }
turn-gt = { $a } { $n ->
    [many] come
   *[one] comes
} after { $b } in turn
turn-ge = { $a } { $n ->
    [many] come
   *[one] comes
} no earlier in turn than { $b }
tricks-none = { $a } { $n ->
    [many] have
   *[one] has
} no trick
tricks-some = { $a } { $n ->
    [many] have
   *[one] has
} at least one trick
tricks-all = { $a } { $n ->
    [many] have
   *[one] has
} all tricks
tricks-not-all = { $a } { $n ->
    [many] do not have
   *[one] does not have
} all tricks
a-rank = a { $rank }
a-rank-8 = an 8
a-rank-A = an ace
eq-plain = { $a } { $n ->
    [many] are
   *[one] is
} { $b }
ne-plain = { $a } { $n ->
    [many] are
   *[one] is
} not { $b }
lower = { $a } { $n ->
    [many] are
   *[one] is
} lower than { $b }
lower-or-same = { $a } { $n ->
    [many] are
   *[one] is
} at most { $b }
higher = { $a } { $n ->
    [many] are
   *[one] is
} higher than { $b }
higher-or-same = { $a } { $n ->
    [many] are
   *[one] is
} at least { $b }
all-passed = everybody has passed
not-leading = somebody has led to the trick
you-have = you have { $a }
you-lack = you do not have { $a }
holds-cards = { $who } { $n ->
    [many] have
   *[one] has
} { $a }
holds-none = { $who } { $n ->
    [many] do not have
   *[one] does not have
} { $a }
some-cards = there are cards that are { $a }
none-cards = there is no card that is { $a }
is-among = { $a } { $n ->
    [many] are
   *[one] is
} { $b }
rule-on = house rule { $number } is “{ $rule }”
rule-off = house rule { $number } is not “{ $rule }”
rule-yes = { $a } (house rule { $number })
rule-no = house rule { $number } does not apply ({ $a })
# Articles that the text of a number may begin with; the sentence has its own. A pattern.
articles = the|an|a
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
listed-case = if { $when }: { $a }
listed-else = otherwise: { $a }
listed-word = for “{ $key }”: { $a }
row-rank = { $value } for { $key }s
row-length = { $value } for { $key } cards
row-first = { $value } if { $by } is { $key }
row-next = { $value } if it is { $key }
row-rule = with house rule { $number } “{ $key }”: { $value }
row-word = { $value } for “{ $key }”
range = from { $a } to { $b }
range-step = from { $a } to { $b }, in steps of { $step }
of = { $a } of { $b }
meld-points = the points of { $a } for { $name }

# After which words a negation can be put, and how such a clause begins: "trump was led". Patterns.
negatable-verbs = is|was|are|were|may|can|has(?= (?:been|[a-z]+ed)\b)
negatable-starts = the|you|your|trump|this|its
negatable-joins = and|or|if|when|whenever|unless
# "somebody has bid" turns into "nobody has bid".
negatable-pairs = somebody=nobody; someone=no one; one side=no side; one player=no player; one suit=no suit; an=no; a=no; nobody=somebody
# Words that make "not" behind the verb say something else than the opposite.
negatable-never = that|who|which|whose|all|every|each|some|any|both|only|no|not|none|nobody|never
negation = not
relatives = that|who|which|whose|what
# Opposites that go on to the end of what follows; they are put last. A pattern.
clumsy-starts = it is (not|neither) so that
# What "has" is followed by where it stands alone: "has all tricks", not "has been". A pattern.
negatable-has = has (?=(?:all|the|an|a|any|more|less|at|as|just)\b)
negated-has = does not have{ " " }
# Subjects of many, "the card points of the side are …": what may follow their noun, what
# always is, how they never begin, and how their noun ends. Patterns.
after-nouns = of|since|that|who|which|for|in|with|at|named|times|plus|minus|divided|against|after
always-many = you
starts-of-one = what|who|whoever|minus|one|each|every|some|any|that|this|as
ends-of-many = [^ius']s
not-both = it is not so that both { $a } and { $b }
not-either = it is neither so that { $a } nor that { $b }

## Choosing and counting. `noun` is a card, a side … and `that` the same once it is known.

noun-cards = card
noun-seats = player
noun-sides = side
noun-sides-alone = player
noun-suits = suit
noun-ranks = rank
noun-strains = contract
noun-numbers = number
noun-bools = answer
nouns-cards = cards
nouns-seats = players
nouns-sides = sides
nouns-sides-alone = players
nouns-suits = suits
nouns-ranks = ranks
nouns-strains = contracts
nouns-numbers = numbers
nouns-bools = answers
which-of-people = whom
which-of-things = which
some-noun = some { $noun }
every-noun = every { $noun }
all-but = { $every } but { $b }
that-noun = that { $noun }
other-that-noun = that other { $noun }
among-trick = { $noun } in the trick
among-any-card = { $noun } in your hand
among = { $noun } among { $domain }
in-place = { $noun } in { $domain }
some = there is a { $noun } for { $which } { $body }
every = for every { $noun }, { $body }
count = the number of { $nouns } for { $which } { $body }
the = the { $noun } for { $which } { $body }
those-others = every { $noun } for { $which } { $body }
those = any { $noun } for { $which } { $body }
highest = the { $noun } for { $which } this is highest: { $body }
lowest = the { $noun } for { $which } this is lowest: { $body }
highest-cards = the highest { $noun }, by this measure: { $body }
lowest-cards = the lowest { $noun }, by this measure: { $body }
sum = the sum over all { $nouns } of { $body }
sum-sides = the sum over all sides of { $body }
sum-sides-alone = the sum over all players of { $body }
both-sides = both sides
both-sides-alone = both players
all-sides = all sides
all-sides-alone = all players
most = the largest, over all { $nouns }, of { $body }
least = the smallest, over all { $nouns }, of { $body }

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
