# Sentences of the rule book that are not phrases for rule texts.

contents = Contents
country-NL = Netherlands
country-FR = France
country-BE = Belgium
country-BG = Bulgaria
country-HR = Croatia
country-RS = Serbia
country-GR = Greece
country-SA = Saudi Arabia
fact-country = Country: { $country }
fact-extends = Builds on: { $name }
fact-id = Ruleset: { $id }
weak = Little is known for certain about these rules: take them with caution, and compare them with what is played at your table.
list-and-of-words = { $a } and { $b }
list-or-of-words = { $a } or { $b }
source-default = Where a rule names no other document, it is taken from { $source }.

## Players and cards
chapter-cards = Players and cards
players-partners = { $seats } players, those opposite each other being partners: there are two sides
players-alone = { $seats } players, each for himself
direction-clockwise = Dealing, speaking and playing go clockwise
direction-counterclockwise = Dealing, speaking and playing go counterclockwise (to the right)
deck = The pack has { $cards } cards: { $ranks } of { $suits }
suits-of = { $symbol } { $name }
order-intro = Each suit is one of these in a deal. The cards stand from strongest to weakest:
card = Card
points = Points
total-of-role = Total
kind-named = Contract “{ $name }”: the suit named is a { $trump }, every other suit is a { $plain }
kind-none = Contract “{ $name }”: no suit is trump and every suit is a { $plain }
kind-every = Contract “{ $name }”: every suit is a { $trump }
kind-total = Then all cards with the last trick are worth { $total } points

## House rules
chapter-options = House rules
options-intro = Agree on these before the match; the default holds where nothing is said:
options-none = There are no house rules to agree on
options-value = “{ $value }”: { $meaning }
options-default = Default: “{ $value }”
options-choices = To choose from: { $values }
options-any = Any number may be agreed
require = At the same time: { $condition }

## The deal
chapter-deal = The deal
deal-intro = A deal goes through these steps in order:
step-when = Only if { $when }: { $step }
step-draw = chance decides { $field }: one of { $what } is drawn
step-declare = melds are declared
step-tricks = the cards are played out in tricks (see “The play”)
step-settle = the deal is scored (see “The score”)
step-talk = the players speak: { $talk } (see “The auction”)
step-only-talk = the players speak (see “The auction”)
give-each = each player gets { $count }
give-each-from = each player gets { $count } from { $zone }
give-seat = { $seat } takes { $count } from { $zone }
give-seat-stock = { $seat } gets { $count }
give-seat-all = { $seat } takes { $zone }
give-zone-open = laid face up on the table: { $count } ({ $zone })
give-zone-closed = laid face down on the table: { $count } ({ $zone })
give-cards = { $who } passes from { $from } to { $zone }: { $cards }
give-cards-each = each player passes from { $from } to { $zone }: { $cards }
give-one-by-one = { $step }, one card at a time
give-each-to = to { $zone } of each player: { $count }
give-seat-to = { $seat } puts { $count } from { $from } to { $zone }
count-cards = { $count ->
    [one] one card
   *[other] { $count } cards
}
count-cards-depends = this number of cards: { $count }
all-cards = all cards
zone = the { $name }
stock = the stock
hands = the hand

## The auction
chapter-talks = The auction
stage-from = Asked first is { $who }; then the others in turn
stage-from-player = Asked first is the player whose card it is; then the others in turn
stage-anyone = Whoever is asked may also call out of turn, but not pass; the turn goes on from that player
stage-together = All who are asked make one call at the same time, without knowing those of the others
stage-asks = Only players are asked for whom this holds: { $condition }
calls-intro = The player who is asked may say:
call-with = choosing { $what }
call-when = Allowed if { $when }
call-sets = From then on, { $field } is { $value }
call-sets-whether = From then on, this is settled: { $field }, namely yes if { $value } and otherwise no
call-sets-of-side = From then on, { $field } of each side is { $value }
call-sets-of-seat = From then on, { $field } of each player is { $value }
call-then = What comes next: { $target }
target-done = the auction is over
target-redeal = the cards are thrown in and dealt anew
target-stage = it goes on with “{ $stage }”
end-when = If { $when }: { $target }
end-draws = Before that chance decides { $field }: one of { $what } is drawn
end-always = Otherwise: { $target }
speaker = the speaker
chosen = the { $name } named
one-of-suits = one of the suits
one-of-strains = a suit or another contract
one-of = one of { $what }

## Melds
chapter-melds = Melds
melds-when = They count only if { $when }
melds-from-hand = They are looked for in the hand as it was dealt
melds-from-playable = They are looked for among the cards that the player could play
melds-from-played = They are looked for among the cards that the player has played
melds-from-trick = They are looked for in each finished trick, and count for the side that won it
melds-share-yes = A card may count in more than one of them
melds-share-no = A card counts in one of them only
melds-share-when = A card may count in more than one of them if { $when }
melds-apart = No card may count here and among { $others } as well
melds-best = Only the side with the best of them is paid. What makes one better than another, the first difference deciding: { $measures }
melds-best-condition = whether { $condition }
melds-all = Each side is paid for all it has
melds-sum = The sums of the sides are compared, not single melds
melds-kept = A side still has them at the end of the deal only if { $when }
melds-tie-nobody = If the best of two sides are equal, nobody is paid
melds-tie-earlier = If the best of two sides are equal, the player who comes earlier in turn is paid
melds-tie-both = If the best of two sides are equal, both are paid
announce-at-before-play = They are announced before the first lead
announce-at-first-card = They are announced when the player puts down the first card
announce-at-playing = They are announced while their cards are played
announce-at-trick = They are announced when the trick is finished
announce-tells-all = The announcement tells everything about them
announce-tells-class = The announcement tells the kind of meld only
announce-tells-points = The announcement tells how many points they are worth
announce-tells-nothing = The announcement tells nothing about them
announce-shown-at-once = They are shown at once
announce-shown-second-trick = They are shown at the second trick
announce-shown-end = They are shown at the end of the deal
announce-optional = Nobody has to announce them
announce-words = The announcement has { $count } words, one with each of the cards
announce-bluff = A meld that one does not have may be announced as a bluff
announce-unshown-kept = What is not shown is kept
announce-unshown-lapses = What is not shown lapses
announce-following-or-ruffing = It counts only when the cards are played in following suit or in trumping
meld = Meld
same-rank = the rank
meld-cards = Cards
meld-points-column = Points
pattern-run = a run of { $length } cards of one suit
pattern-run-from = a run of { $least } to { $most } cards of one suit
pattern-run-up = a run of at least { $least } cards of one suit
pattern-same = { $count } cards of one rank
pattern-ranks = { $ranks } of one suit
pattern-when = { $cards }, if { $when }
natural-order = Runs follow this order: { $ranks }
source-column = Source

## The play
chapter-play = The play
play-leader = The first lead is with { $who }; the winner of a trick leads to the next
play-before-card = Before each card: { $talk } (see “The auction”)
play-after-card = After each card: { $talk } (see “The auction”)
play-after-trick = After each trick but the last: { $talk } (see “The auction”)
play-best = A trick is won by { $what }
play-last = The last trick earns { $points } points more
play-legal = What you may play: go through these rules in order. The first that applies, and for which you hold a fitting card, decides:

## The score
chapter-score = The score
score-intro = The first of these outcomes that applies is how the deal has ended:
outcome-when = If { $when }
outcome-otherwise = In all other cases
outcome-winner = { $who } has won
line = { $name }: { $who } gets { $points }
line-each = each side
that-side = this side
also-intro = Besides, all that applies of the following is paid:
also-always = In every case
set = { $what } becomes { $value }
set-side = { $what } of each side becomes { $value }
carried-intro = From deal to deal, this is remembered:
carried = { $what }; at the start { $start }
final = Each side scores { $what }
worth = In all, the deal is worth { $what }

## The match
chapter-match = The match
over-intro = Once a deal has been scored, the match is over:
over = if { $when }
over-always = always
wins = A side wins the match at once if { $when }
winner-highest = The side with the most points has won
winner-lowest = The side with the fewest points has won
tie-play-on = If the first two have the same, further deals are played
tie-draw = If the first two have the same, the match is a draw
tie-takers = If the first two have the same, the taking side of the last deal has won
pack-every-deal = The pack is shuffled before every deal.
pack-once = The pack is shuffled before the first deal only. After that the tricks are stacked in the order in which they were won, side after side, with any cards that were not played on top.
pack-cut = The pack is cut before each deal; each part has at least { $least } cards.
next-dealer = The next deal is given by { $who }
chapter-fouls = Breaking the rules
fouls-intro = A breach of the rules ends the deal
foul-redeal = The same dealer deals again
foul-over = The match is over

## The words
chapter-words = The words of these rules
words-intro = These words of the rules, spelled out:

## Sources
chapter-sources = Sources
document = Document
tag = Tag
family-tag = Rules marked “{ $tag }” are shared by several games of the family
