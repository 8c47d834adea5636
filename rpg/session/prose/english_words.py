"""The English words that matter for comings and goings, by what they tell."""

from __future__ import annotations

from rpg.session.prose.words import words

MOVES = words(
    "fall walk go come step climb descend cross hurry run ride march trudge stroll slip sneak move head return follow pass "
    "push wander row sail drive limp stagger stumble dash rush duck squeeze continue press travel turn crawl swim jog "
    "creep pad plod tramp tiptoe skid tumble spill stride sprint bolt barge file wade scramble hike jump leap hop storm "
    "trek trot gallop retreat retire withdraw lurch shuffle saunter amble flee clamber slog thread elbow shoulder stalk "
    "sweep ease haul drop swing trail edge weave race slide burst plunge stop make find let lower pull work feel land "
    "wind scurry scuttle sidle waltz breeze steal tear fly float drift glide rise emerge venture proceed advance "
    "approach set scamper hobble thunder skip zip roll wheel dart spring dive bound bustle toil backtrack tail circle "
    "file pick arrive end get pace meander traverse navigate vault mount ascend hurtle pelt totter reel skirt"
)
"""Verbs that with a goal take somebody there."""

STAYS = words(
    "stand sit wait lie kneel wake find lean crouch rest stay sink hang perch sprawl awake awaken awoke slump settle huddle squat breakfast"
)
REACHES = words("reach enter re-enter gain regain")
LEAVES = words("leave depart vanish disappear exit flee go")
STRIDES = words(
    "walk run hurry ride slip stride sneak steal creep scurry rush trot limp stalk storm march drive sail row jog hobble "
    "amble saunter sweep dash race go head wander skip scamper shuffle flee stagger trudge bolt sprint gallop scuttle "
    "fly shoulder push take drift spirit duck get stumble file climb swim charge tear dart skid waltz make be come"
)
"""Those that with "off" or "away" leave the scene."""

CARRIES = words(
    "lead take bring guide drag carry escort pull usher drop walk row drive push shove send haul whisk steer march "
    "hustle deliver throw toss bundle transport fly wheel herd conduct force deposit lift hoist lower frogmarch summon "
    "shepherd propel half-carry half-drag help tug tow yank wrestle hand put place load stuff set"
)
"""Verbs that take somebody else along."""

STATES = words(
    "be have know live work owe want like keep sleep hate own mean seem need love belong remember believe think look "
    "sound feel appear remain deserve trust use do hope wish fear expect prefer understand own suffer matter wear hold "
    "come go leave"
)
"""What somebody may do without being there, or what is looked at by itself."""

FAREWELLS = words("call shout yell whistle sing laugh wave glance look cry holler echo bark fade hum bawl")
"""What somebody may do who is already on the way out."""

MODALS = words(
    "would could can may might should must will shall not never nor neither cannot want wants wanted wish wishes plan "
    "plans planned mean means meant intend intends hope hopes hoped consider considers imagine imagines dream dreams "
    "remember remembers recall recalls unless instead rather almost nearly used ought try tries if whether suppose "
    "refuse refuses promise promises about going ready wonder wonders picture pictures consider supposed due "
    "always usually often rarely seldom sometimes every hardly barely scarcely tomorrow yesterday tonight's once-upon "
    "pretend pretends threaten threatens agree agrees arrange arranges propose proposes expect expects expected "
    "half-expect perhaps maybe better without needn't"
)
"""What makes a clause wished, denied, supposed or a habit, if it stands before the verb."""

REPORTS = words(
    "say says said tell tells told claim claims swear swears think thinks thought believe believes hear hears heard "
    "read reads write writes wrote describe describes remember remembers recall recalls imagine imagines dream dreams "
    "picture pictures suppose supposes wonder wonders ask asks asked according rumor rumour rumors rumours legend story "
    "tale map plan plans song ballad verse memory memories note letter headline report reports mention mentions explain "
    "explains insist insists suggest suggests dreamt dreamed remind reminds theory photograph photo picture painting "
    "tapestry sketch fresco mural portrait schematic sign tag label decide decides figure guess guesses figures know "
    "knows promise promises warn warns confess confesses admit announces announce recite recites show shows"
)
"""What makes the rest of a sentence a report."""

DOCUMENTS = words(
    "message text letter note telegram email portrait painting photograph photo picture tapestry fresco mural diary journal dream "
    "vision report headline newspaper book scroll sketch"
)
"""In which somebody may be told of or shown; as things they are only things."""

REPORTING_THINGS = words(
    "rumor rumour rumors rumours legend story tale map plan plans song ballad verse memory memories note letter headline report "
    "reports theory photograph photo picture painting tapestry sketch fresco mural portrait schematic sign tag label figure figures "
    "dream dreams"
)
"""Those of `REPORTS` that tell something only where they are the subject."""

CHANNELS = words(
    "monitor monitors screen screens camera feed intercom radio phone telephone receiver channel comm comms "
    "voicemail recording hologram broadcast speaker speakers headset earpiece tannoy video "
    "television tv binoculars telescope spyglass periscope display footage loudspeaker"
)
"""What somebody may be seen or heard through who is not there."""

VIEWS = words(
    "look gaze stare peer glance point watch see hear listen glimpse face toward towards beyond across past view"
)

PREPOSITIONS = words(
    "to into in inside at onto on through from of with for by beside behind before past across along over under "
    "beneath between among against around near toward towards without within after until like about above below "
    "beyond upon than outside underneath via amid amidst opposite despite except during off throughout"
)
GOALS = words("before outside to into in inside at onto on within among upon through amid atop aboard amidst")
PARTICLES = words(
    "out up down away back off along on in over around round forward past by through inside outside home upstairs downstairs"
)
DETERMINERS = words(
    "the a an his her its their your my our some no every each another one two three four five six several somebody "
    "someone something nobody nothing anyone anything none neither both all many few most it this that these those there "
    "whoever whatever half everyone everybody everything"
)
PRONOUNS = words("he she they who")
PLAYERS = words("you we i")
ADVERBS = words(
    "then now soon again still once finally presently instead just already even almost only together alone here "
    "there somehow sure enough back later meanwhile always never not too also ever suddenly once more perhaps maybe "
    "quickly slowly simply all right well yes so both sometimes right straight halfway hours-later afterwards afterward first next "
    "last nearly half directly eventually at-last yet"
)
HELPERS = words("is was are were am be been being has have had having gets get got")
NO_NOUNS = PREPOSITIONS | PRONOUNS | PLAYERS | DETERMINERS | PARTICLES | HELPERS | ADVERBS
"""Before these a noun has ended."""

PEOPLE = words(
    "man woman boy girl stranger guard guards sailor sailors clerk kid guy page child lad lass soldier soldiers officer "
    "officers waiter servant figure crowd couple beggar merchant driver doorman drunk tourist traveller traveler monk "
    "messenger person priest somebody someone anyone nobody cat dog knight lady men women boys girls uniforms cops cop "
    "cook steward nurse bartender barmaid landlord innkeeper old-timer drone robot fellow porter voice minstrel"
)
"""Unnamed people and what else "he" and "she" may stand for."""

KIN = words(
    "cousin brother sister mother father wife husband son daughter friend uncle aunt nephew niece men man people boy "
    "girl horse dog crew boss partner lady ladies servant apprentice twin grandmother grandfather widow"
)
"""Those who are spoken of as somebody's."""

DEFINITE_PEOPLE = words("boy girl man woman lad lass old-man knight captain child fellow youth")
ROOMS = words(
    "room hall house taproom bar inn tavern tent cabin chamber kitchen shop lobby bay compartment cell study parlour "
    "parlor office yard courtyard cafe café club building store cave hut doorway scene clearing circle light firelight "
    "view booth taproom common-room"
)
OUTSIDE = words(
    "crawlspace duct ducts vent vents tunnel tunnels sewer cellar pantry block avenue road sight earshot night dark darkness rain street fog mist crowd storm snow shadows corridor hallway hall lane alley drizzle cold "
    "sunlight sunshine dusk evening morning wind yard town city trees forest woods undergrowth gloom passage tunnel "
    "stairs stairwell gallery quarters chambers bed cabin"
)
"""Where somebody goes who leaves."""

DOORS = words("door doors hatch doorway gate window curtain tapestry arch archway exit kitchen kitchens back")
INDOORS = words(
    "window fire hearth bar table counter stove desk chair seat bench feet knees side door wall corner bed piano "
    "shelf cupboard chest stool booth edge middle sofa couch console railing floor end"
)
"""Where one may go without leaving the scene."""

LONG_WAYS = words(
    "cut run ride drive climb descend swim hurry follow thread trudge jog sail row march gallop trek hike travel wade sprint "
    "flee scramble leave trot dash race tail set head crawl plod tramp drop fly walk go slip sneak push step "
    "wander stroll navigate backtrack venture cross make take move duck round float"
)
DRIVERS = words("driver cabbie coachman boatman pilot ferryman carter")
VEHICLES = words(
    "cab taxi car coach cart carriage lift elevator tram train ferry boat ship shuttle wagon bus sled sleigh"
)
SENSED = words(
    "quiet dark darker cold colder warm warmer hot hotter empty deserted silent still crowded busy packed noisy loud bright dim "
    "gloomy vast smaller larger bigger lively bustling humid damp dusty lit unlit full cramped stuffy chilly freezing hushed "
    "alive abandoned tidy warmer brighter quieter emptier thick smells smell reeks stinks smelled reeked low-ceilinged narrow "
    "narrower small tiny huge enormous familiar unlocked open cool cooler turned"
)
"""What somebody notices who is in a place."""
SPREADS = words(
    "sprawls sprawl stretches stretch opens open looms loom rises rise towers tower bustles hums buzzes echoes swarms spreads "
    "unfolds yawns gapes surrounds teems glitters lies stands uproar chaos"
)
"""What a place does before whoever comes to it."""
THINKS = words(
    "think thinking remember ask call phone try believe interest picture imagine wonder know hear write read tell talk speak "
    "mention dream promise plan meet mean want need wish hope trust point draw sketch find"
)
"""What the player does without being where it is about."""
SURROUNDS = words(
    "lights ceiling glare door doors wall walls tree trees wind cold gloom shadows silence hush warmth heat floor air roof quiet darkness smell noise"
)
TOUCHES = words(
    "burning stabs blinds dazzles over front creaks swings opens yields gives groans under around greets welcomes swallows surrounds surround looms closes takes wraps shuts hits swallow close closed above behind"
)

OPENS = words(
    "push open shove shoulder ease pull unlock nudge kick swing throw force try elbow prise pry heave unbolt"
)
TRIPS = words(
    "cab taxi car coach cart carriage lift elevator tram train ferry boat ship shuttle wagon walk ride climb journey road "
    "path lane street trail track stair stairs steps tunnel corridor passage alley way hour hours minutes miles blocks "
    "decks storm dawn bus horse drive trip route crossing voyage staircase ladder cobbles bulkheads morning"
)
"""What takes one somewhere, or what goes by on the way."""

FLIGHTS = words("stairs steps staircase")
SEATS = words("chair seat stool place bed bench side corner spot bunk bedroll cushion")
EMPTY = words("empty vacant bare unoccupied deserted")
SPEAKS = words("say tell ask answer whisper mutter murmur growl speak")
SLIGHT = words("turn find let lower pull work feel wheel swing lean make get stop circle pick spin draw")
"""Verbs of motion that need not take anybody anywhere."""
SITS = words("sits stands lies looms rises towers sat stood lay loomed rose perches")
"""What a place does that is told of before it is entered."""
HANDLES = words(
    "run drive walk turn pass push pull work cut file fly drop roll swing lower haul spin slide weave drag raise"
)
"""Verbs of motion that may have an object instead."""
BRINGS = CARRIES | words("wave buzz beckon let show nod help prop") | {"find", "follow", "precede", "join"}
"""Verbs that with "you" behind them put the player somewhere."""
TAKES_OUT = words(
    "out outside off away behind down up along across onward onwards on through after downstairs upstairs aft hours "
    "hour miles in into"
)
NO_GOALS = words("direction map sketch thought sight view mention smell picture memory name")
"""What of a place is not the place."""
FARTHEST_GOAL = 7
"""Words between a preposition and the place that it takes somebody to."""
FAR = words("toward towards beyond distance distant far opposite visible see seen glimpse from other")
NO_DOUBT = words("never nearly almost")
"""What makes no doubt of where the story is."""
BEFORE_SETTING = ADVERBS | {"back", "down", "up", "over", "out", "here"}
