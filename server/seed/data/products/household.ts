import { type Shelf, shelf } from './shelf.ts';

export const household: readonly Shelf[] = [
  shelf(
    'paper-goods',
    {
      motif: 'roll',
      aisle: 'Aisle 16',
      days: null,
      popularity: 1.7,
      keep: 'From responsibly managed forests.; Keep dry.',
    },
    `
!Bath Tissue | Paperlark | 6ct 5.99, 12ct 10.99, 24ct 19.99 | Soft, strong and septic-safe | %#7f9fc4 #bulky {Ply=2}
!Paper Towels | Paperlark | 2ct 4.49, 6ct 11.99 | Tear where you want | %#6fa58f #bulky {Ply=2}
Facial Tissue | Paperlark | ea 2.29, 4ct 7.49 | Gentle on noses | @tissue %#b58fc0 {Ply=3}
Napkins | Paperlark | 200ct 3.79 | White, everyday size | @bag %#8fb0c9 {Ply=1}
Recycled Bath Tissue | Greenhusk | 12ct 9.99 | All recycled fiber | %#8aa56a #bulky {Ply=2}
`,
  ),
  shelf(
    'laundry',
    {
      motif: 'jugbottle',
      aisle: 'Aisle 17',
      days: null,
      popularity: 1.2,
      keep: 'Biodegradable.; For a full basket.',
    },
    `
!Laundry Detergent | Sudsmith | Fresh Linen/Free & Clear 92floz 11.99 | Sixty-four loads | ~Scent %#2f7ab5 {Machine=Any}
Laundry Pods | Sudsmith | 42ct 12.99 | One for small, two for large | @tub %#4f8ac9 {Machine=Any}
Fabric Softener | Sudsmith | 64floz 6.49 | Lavender and little else | %#9a7fc0
Dryer Sheets | Sudsmith | 120ct 5.99 | Static gone | @box %#6aa5c0
Bleach | Sudsmith | 81floz 4.49 | For whites and disinfecting | %#e5e8ea
Stain Remover | Sudsmith | 22floz 4.29 | Spray before you wash | @spray %#d0506f
`,
  ),
  shelf(
    'dish',
    {
      motif: 'squeeze',
      aisle: 'Aisle 17',
      days: null,
      popularity: 1.4,
      keep: 'Made for hard Texas water.; For a clean sink.',
    },
    `
!Dish Soap | Sudsmith | Lemon/Apple/Unscented 22floz 3.49 | Cuts grease in cool water | ~Scent %#5fa53f
!Dishwasher Pods | Sudsmith | 32ct 10.99, 62ct 17.99 | No pre-rinse needed | @tub %#3f8ac0
Rinse Aid | Sudsmith | 16floz 5.49 | Glasses without spots | @bottle %#4f9fc9
Sponges | Brightmop | 3ct 3.29, 6ct 5.49 | Scrub on one side | @box %#e3b52f
Steel Scrubbers | Brightmop | 3ct 2.49 | For cast iron and pans | @pouch %#8f99a5
Dish Brush | Brightmop | ea 3.99 | Beech handle, replaceable head | @brush %#b58a55
`,
  ),
  shelf(
    'cleaners',
    {
      motif: 'spray',
      aisle: 'Aisle 17',
      days: null,
      popularity: 1.2,
      keep: 'Test on a hidden spot.; Keep away from children.',
    },
    `
!All-Purpose Cleaner | Brightmop | Citrus/Lavender 28floz 4.29 | Counters, tables and doors | ~Scent %#ee9a2a
Bathroom Cleaner | Brightmop | 28floz 4.49 | Lifts soap scum | %#4fa5a0
!Disinfecting Wipes | Brightmop | 35ct 3.49, 75ct 5.99 | Ready to use | @canister %#e0b93a
Toilet Bowl Cleaner | Brightmop | 24floz 3.29 | Angled neck, thick gel | @bottle %#2f5f9f
Floor Cleaner | Brightmop | 32floz 5.49 | For wood and tile | @bottle %#8a6a45
Drain Opener | Brightmop | 32floz 6.49 | Works while you wait | @jugbottle %#c93f3a
Oven Cleaner | Brightmop | 16oz 5.79 | Fume-free foam | %#3f3f4a
`,
  ),
  shelf(
    'bags-wraps',
    {
      motif: 'wrapbox',
      aisle: 'Aisle 16',
      days: null,
      popularity: 1.3,
      keep: 'For leftovers and lunch.; Keep out of reach of children.',
    },
    `
!Trash Bags | Foldaway | 13-gallon 40ct 9.99, 33-gallon 20ct 9.99 | Drawstring, hard to tear | ~Capacity @box %#4a5560
Aluminum Foil | Foldaway | 75ct 5.29 | Heavy duty, seventy-five square feet | %#95a0aa
Plastic Wrap | Foldaway | 200ct 4.29 | With a slide cutter | %#4f8ac0
Parchment Paper | Foldaway | 45ct 4.99 | Unbleached and nonstick | %#b58f5f
!Zipper Bags | Foldaway | Sandwich 100ct 4.79, Quart 50ct 5.29, Gallon 38ct 5.79 | Double seal | ~Capacity @box %#3f7fb5
Compostable Bags | Foldaway | 25ct 5.99 | For the kitchen pail | @box %#6a9a45
`,
  ),
  shelf(
    'home',
    {
      motif: 'box',
      aisle: 'Aisle 18',
      days: null,
      popularity: 0.7,
      keep: 'Keep dry.; Good to have at hand.',
    },
    `
AA Batteries | Wickline | 8ct 7.99, 20ct 15.99 | Long-life alkaline | %#3f4a5a
AAA Batteries | Wickline | 8ct 7.99 | Long-life alkaline | %#4a5a6a
LED Bulbs | Wickline | 4ct 9.99 | Warm white, sixty-watt light | %#e0b03a
Soy Candle | Wickline | Cedar/Fig 8oz 9.99 | Forty-hour burn | @candle ~Scent %#b58a6a
Hardwood Charcoal | Wickline | 8lb 9.99, 16lb 16.99 | Lump oak, burns hot | @flourbag %#3a3532 #bulky
Long Matches | Wickline | 75ct 2.49 | For grills and candles | %#b5392f
`,
  ),
];

export const healthBeauty: readonly Shelf[] = [
  shelf(
    'hair',
    {
      motif: 'bottle',
      aisle: 'Aisle 19',
      days: 1000,
      popularity: 0.8,
      keep: 'Free from dyes.; For daily use.',
    },
    `
!Moisture Shampoo | Silkroot | Coconut/Unscented 12floz 6.99 | For dry and color-treated hair | ~Scent %#6a9fb5
Moisture Conditioner | Silkroot | Coconut/Unscented 12floz 6.99 | Detangles without weight | ~Scent %#8f7fb5
Curl Cream | Silkroot | 8oz 9.99 | Hold without crunch | @jar %#b5708a
Dandruff Shampoo | Silkroot | 12floz 7.49 | Zinc and menthol | %#3f6f9a
Kids Two-in-One Wash | Silkroot | 16floz 5.99 | No tears, light melon scent | @pump %#7fb555
`,
  ),
  shelf(
    'bath',
    {
      motif: 'pump',
      aisle: 'Aisle 19',
      days: 1000,
      popularity: 1,
      keep: 'Kind to skin.; Never tested on animals.',
    },
    `
!Hand Soap | Fernsoap | Lemon/Eucalyptus 12floz 3.99 | Rinses clean | ~Scent %#8ab53f
Hand Soap Refill | Fernsoap | 50floz 8.99 | Four bottles in one | @pouch %#6fa04a
Bar Soap | Fernsoap | Oat/Lavender 3ct 5.49 | Olive oil, slowly cured | ~Scent @butter %#c9a87a
Body Wash | Fernsoap | Cedar/Citrus 16floz 6.99 | Lathers in hard water | ~Scent @bottle %#4a8a5f
!Body Lotion | Lumewell | 16floz 7.99 | Shea butter, unscented | %#d5a8b5
Sunscreen SPF 50 | Lumewell | 6oz 11.99 | Mineral, water-resistant | @tube %#eeb53a
Deodorant | Fernsoap | Cedar/Unscented 2.6oz 6.49 | Aluminum-free | ~Scent @stick %#5f8a80
Lip Balm | Lumewell | Mint/Honey 3ct 4.99 | Beeswax and almond oil | @stick %#dd8f8a
Razors | Lumewell | 4ct 8.99 | Five blades and a good grip | @pouch %#5f6fa0
`,
  ),
  shelf(
    'oral',
    {
      motif: 'tube',
      aisle: 'Aisle 19',
      days: 900,
      popularity: 1,
      keep: 'For a clean start.; Morning and night.',
    },
    `
!Toothpaste | Minty Arch | Mint/Whitening/Sensitive 5oz 4.29 | Fluoride for strong enamel | %#2f9f8a
Kids Toothpaste | Minty Arch | 4.2oz 3.49 | Mild berry | %#d06fa0
Toothbrush | Minty Arch | Soft/Medium 2ct 4.49 | Slim neck, rounded bristles | @brush %#3f8fc9
Mouthwash | Minty Arch | 33.8floz 6.49 | Alcohol-free | @bottle %#3fa5b5
Floss | Minty Arch | 55ct 2.99 | Waxed, slides between | @box %#4fb09a
`,
  ),
  shelf(
    'vitamins',
    {
      motif: 'pillbottle',
      aisle: 'Aisle 20',
      days: 700,
      popularity: 0.6,
      keep: 'Keep out of reach of children.; Take with food.',
    },
    `
!Daily Multivitamin | Vitarow | 90ct 11.99 | Twenty-two nutrients | %#cf7d2a {Form=Tablet}
Vitamin C Gummies | Vitarow | 60ct 9.99 | Orange, 250 mg | %#ee922a {Form=Gummy}
Vitamin D3 | Vitarow | 120ct 8.99 | 2,000 IU | %#e3bd3a {Form=Softgel}
Fish Oil | Vitarow | 90ct 13.99 | Omega-3 without the aftertaste | %#3f86b0 {Form=Softgel}
Magnesium | Vitarow | 100ct 9.99 | Easy on the stomach | %#7a6ab0 {Form=Tablet}
Collagen Powder | Vitarow | 10oz 19.99 | Unflavored, stirs in | @canister %#9fb5c4 {Form=Powder}
`,
  ),
  shelf(
    'medicine',
    {
      motif: 'box',
      aisle: 'Aisle 20',
      days: 700,
      popularity: 0.8,
      keep: 'Read the label.; Keep out of reach of children.',
    },
    `
!Ibuprofen 200 mg | Plainwell | 50ct 5.49, 100ct 8.99 | For aches and fever | %#c9642a
Acetaminophen 500 mg | Plainwell | 100ct 7.99 | For headache and fever | %#c93a3a
Allergy Relief | Plainwell | 30ct 11.99 | Twenty-four hours, non-drowsy | %#5a8fc9
Antacid Chews | Plainwell | 72ct 4.99 | Assorted fruit | @pillbottle %#d07f9a
Cough Drops | Plainwell | Honey Lemon/Cherry 30ct 2.99 | Menthol, individually wrapped | @bag %#dda82f
Adhesive Bandages | Plainwell | 60ct 4.49 | Flexible fabric, assorted sizes | %#d0a078
Hydrogen Peroxide | Plainwell | 16floz 1.79 | First aid antiseptic | @bottle %#6a4a3a
`,
  ),
];

export const baby: readonly Shelf[] = [
  shelf(
    'diapers',
    {
      motif: 'diapers',
      aisle: 'Aisle 21',
      days: null,
      popularity: 1.2,
      keep: 'Fragrance-free.; Gentle on new skin.',
    },
    `
!Diapers | Nestlow | Size 1 100ct 27.99, Size 2 92ct 27.99, Size 3 84ct 27.99, Size 4 74ct 27.99 | Twelve-hour dry layer | ~Size %#7aa8cc #bulky
Training Pants | Nestlow | 2T-3T 25ct 12.99, 3T-4T 22ct 12.99 | Up and down like underwear | ~Size %#a58fc9
!Baby Wipes | Nestlow | 72ct 2.99, 504ct 16.99 | Water and a drop of aloe | @pouch %#6fb5b0
Swim Diapers | Nestlow | 12ct 9.99 | Do not swell in water | %#4fa0c9
`,
  ),
  shelf(
    'baby-food',
    {
      motif: 'pouch',
      aisle: 'Aisle 21',
      days: 365,
      popularity: 1,
      keep: 'No added sugar or salt.; Use within a day of opening.',
    },
    `
!Fruit Puree Pouches | Tiny Orchard | Apple/Banana Mango/Pear Spinach 4oz 1.79 | Just fruit, from six months | %#8fb53a
Vegetable Puree Jars | Tiny Orchard | Sweet Potato/Peas 4oz 1.49 | Steamed and smooth | @jar %#dd7f3a
Infant Oat Cereal | Tiny Orchard | 8oz 3.99 | Iron-fortified | @box %#d0aa6a
Teething Wafers | Tiny Orchard | 12ct 3.49 | Dissolve easily | @box %#6fa5c9
Toddler Yogurt Melts | Tiny Orchard | 1oz 3.79 | Freeze-dried strawberry | %#dd6f8a
Puffed Grain Stars | Tiny Orchard | 1.5oz 2.99 | For learning to pinch | @canister %#e0b04a
`,
  ),
  shelf(
    'baby-care',
    {
      motif: 'pump',
      aisle: 'Aisle 21',
      days: 900,
      popularity: 0.6,
      keep: 'No tears.; Tested by pediatricians.',
    },
    `
Baby Wash | Nestlow | 16floz 6.49 | Head to toe, oat milk | %#8fb5d5
Baby Lotion | Nestlow | 12floz 6.49 | Unscented and light | %#d5b5c4
Diaper Cream | Nestlow | 4oz 7.99 | Zinc oxide barrier | @tube %#6aa5b5
`,
  ),
];

export const pet: readonly Shelf[] = [
  shelf(
    'dog-food',
    {
      motif: 'petbag',
      aisle: 'Aisle 22',
      days: 400,
      popularity: 0.8,
      keep: 'Fresh water beside the bowl.; Store sealed.',
    },
    `
!Chicken & Rice Dog Food | Barkhollow | 5lb 12.99, 15lb 29.99, 30lb 49.99 | Whole meat first | %#a5622f #bulky {Life stage=Adult}
Salmon & Sweet Potato Dog Food | Barkhollow | 4lb 15.99, 22lb 54.99 | Grain-free | %#d0705a #bulky {Life stage=Adult}
Puppy Food | Barkhollow | 5lb 14.99 | Small kibble, extra calcium | %#5a9ac0 {Life stage=Puppy}
Senior Dog Food | Barkhollow | 15lb 32.99 | Easy on joints and teeth | %#7f7a9a #bulky {Life stage=Senior}
Beef Stew for Dogs | Barkhollow | 13oz 2.49 | Chunks in gravy | @can %#8a3f2f {Life stage=Adult}
Dental Chews | Barkhollow | 14ct 9.99 | One a day | @bone %#6a9a4a {Life stage=Adult}
Peanut Butter Biscuits | Barkhollow | 16oz 5.99 | Baked, with oats | @bone %#b5803f {Life stage=Adult}
`,
  ),
  shelf(
    'cat-food',
    {
      motif: 'petbag',
      aisle: 'Aisle 22',
      days: 400,
      popularity: 0.8,
      keep: 'Fresh water beside the bowl.; Store sealed.',
    },
    `
!Chicken Cat Food | Whiskerby | 3lb 10.99, 12lb 27.99 | High protein, small kibble | %#7a5a9a {Life stage=Adult}
Kitten Food | Whiskerby | 3lb 11.99 | For the first year | %#d08fb0 {Life stage=Kitten}
!Wet Cat Food | Whiskerby | Tuna/Chicken/Salmon 3oz 1.29 | Flaked in broth | @tin %#3f8a9a {Life stage=Adult}
Indoor Senior Cat Food | Whiskerby | 6lb 18.99 | Hairball control | %#6a7a8a {Life stage=Senior}
Crunchy Cat Treats | Whiskerby | 3oz 2.99 | Two calories each | @pouch %#dd923a {Life stage=Adult}
`,
  ),
  shelf(
    'pet-supplies',
    {
      motif: 'jugbottle',
      aisle: 'Aisle 22',
      days: null,
      popularity: 0.6,
      keep: 'For clean corners.; Keep dry.',
    },
    `
Clumping Cat Litter | Whiskerby | 20lb 12.99, 35lb 19.99 | Low dust, unscented | @petbag %#5f8fa0 #bulky
Wild Bird Seed | Perchly | 5lb 7.99, 20lb 22.99 | Sunflower, millet and safflower | @flourbag %#4f8a5a
Waste Bags | Barkhollow | 120ct 6.99 | Eight rolls, leak-proof | @box %#6a9a4f
Pet Odor Remover | Brightmop | 32floz 7.49 | Enzymes do the work | @spray %#5fa58a
`,
  ),
];
