import { type Shelf, shelf } from './shelf.ts';

export const bakery: readonly Shelf[] = [
  shelf(
    'sliced-bread',
    {
      motif: 'loaf',
      aisle: 'Bakery',
      days: 8,
      popularity: 2.6,
      keep: 'Freezes well.; Keep in a cool, dry place.',
    },
    `
!Whole Wheat Sandwich Bread | Hearthwell | 20oz 3.99, 24oz 4.49 | Stone-ground wheat with a little honey | %#b07a45
!Classic White Bread | Corner Basket | 20oz 2.49 | Soft slices for grilled cheese | %#e0bd85
Twenty-Grain Bread | Old Quarry | 27oz 5.99 | Dense with seeds and grains | %#8b6238
Texas Toast | Hearthwell | 24oz 3.79 | Double-thick slices for the skillet | %#d9b070
Gluten-Free Sandwich Loaf | Tollivane | 14oz 6.99 | Light crumb of rice and tapioca | %#d3ae77
Seeded Rye | Old Quarry | 16oz 4.99 | Caraway and a chewy crust | %#8a5a35
`,
  ),
  shelf(
    'artisan-bread',
    {
      motif: 'boule',
      aisle: 'Bakery',
      days: 4,
      popularity: 1.8,
      keep: 'Baked this morning.; Refresh for five minutes in a hot oven.',
    },
    `
!Country Sourdough | Old Quarry | 24oz 6.49 | Two-day dough with a blistered crust | %#a9713e
French Baguette | Old Quarry | 10oz 2.99 | Crackling outside, airy within | @baguette %#c98f4a
Rosemary Olive Oil Loaf | Old Quarry | 20oz 5.99 | Soft crumb with fresh rosemary | %#b5884c
Ciabatta | Old Quarry | 14oz 3.99 | Flat, open and good for panini | @baguette %#d1a566
Jalapeño Cheddar Loaf | Tollivane | 20oz 6.79 | Pockets of sharp cheese and gentle heat | %#c58a3f
`,
  ),
  shelf(
    'buns',
    {
      motif: 'bun',
      aisle: 'Bakery',
      days: 8,
      popularity: 1.7,
      keep: 'Toast cut side down.; Freeze what you do not use.',
    },
    `
!Brioche Burger Buns | Tollivane | 6ct 4.99 | Glossy, buttery and strong enough for a patty | %#c98a3f
Sesame Hamburger Buns | Corner Basket | 8ct 2.79 | Soft and topped with sesame | %#d3a05a
Hot Dog Buns | Corner Basket | 8ct 2.79 | Side-cut and tender | %#d9ae6f
Parker House Rolls | Hearthwell | 12ct 4.99 | Folded, buttered and ready to warm | %#cf9a4f
Bolillo Rolls | Pannetta Row | 4ct 2.49 | Crisp shell for tortas | %#d1a163
`,
  ),
  shelf(
    'tortillas',
    {
      motif: 'tortilla',
      aisle: 'Bakery',
      days: 21,
      popularity: 2.2,
      keep: 'Warm on a dry skillet.; Reseal and refrigerate after opening.',
    },
    `
!Flour Tortillas | Casa Benavente | 8-inch 10ct 3.29, 10-inch 10ct 3.99 | Soft and stretchy, made with real butter | ~Size %#e3c998
!Corn Tortillas | Casa Benavente | 30ct 2.99, 80ct 5.49 | White corn, water and lime | %#e6cf8b
Whole Wheat Tortillas | Casa Benavente | 8ct 3.79 | Nutty and pliable | %#c79f66
Almond Flour Tortillas | Grist & Gable | 8ct 6.99 | Grain-free and tender | %#d9bb8a #gluten-free
Pita Bread | Pannetta Row | White/Whole Wheat 6ct 3.49 | Puffs into a pocket | %#d9b981
Garlic Naan | Saffron Ferry | 2ct 3.49, 4ct 5.99 | Brushed with butter and garlic | %#d5a865
`,
  ),
  shelf(
    'bagels',
    {
      motif: 'bagel',
      aisle: 'Bakery',
      days: 7,
      popularity: 1.6,
      keep: 'Slice before freezing.; Best toasted.',
    },
    `
!Bagels | Tollivane | Plain/Everything/Sesame/Cinnamon Raisin 6ct 4.79 | Boiled, then baked, the way it should be | %#c08a4a
English Muffins | Hearthwell | Original/Sourdough 6ct 3.99 | Nooks that hold butter | @bun %#dbb27a
Banana Nut Muffins | Tollivane | 4ct 5.49 | Ripe banana and toasted walnuts | @muffin %#b98648
Blueberry Muffins | Tollivane | 4ct 5.49 | More berry than seems fair | @muffin %#7e6f9f
`,
  ),
  shelf(
    'pastries',
    {
      motif: 'cake',
      aisle: 'Bakery',
      days: 4,
      popularity: 1.2,
      keep: 'Serve at room temperature.; Made in small batches.',
    },
    `
Butter Croissants | Pannetta Row | 4ct 5.99 | Laminated with cultured butter | @croissant %#cf9442
Chocolate Croissants | Pannetta Row | 4ct 6.79 | Two sticks of dark chocolate in each | @croissant %#a5682f
Cinnamon Rolls | Tollivane | 4ct 6.49 | Sticky, soft and iced | @bagel %#b9753c
Conchas | Pannetta Row | Vanilla/Chocolate 4ct 4.99 | Sweet buns under a shell of sugar crust | @bun %#dfa98a
Carrot Cake | Tollivane | 24oz 14.99 | Cream cheese icing, no raisins | %#d58a3f
Key Lime Pie | Tollivane | 26oz 12.99 | Graham crust and a proper pucker | %#cddb7a
Pecan Pie | Tollivane | 30oz 13.99 | Texas pecans in brown butter filling | %#96602f
`,
  ),
];

export const dairy: readonly Shelf[] = [
  shelf(
    'milk',
    {
      motif: 'carton',
      aisle: 'Dairy',
      days: 14,
      popularity: 4,
      keep: 'Keep refrigerated.; Use within a week of opening.',
    },
    `
!Whole Milk | Cloverhitch | 64floz 2.99, 128floz 4.49 | Pasteurized, from Texas herds | %#c9453f {Fat=Whole}
!Reduced Fat Milk | Cloverhitch | 64floz 2.99, 128floz 4.49 | Two percent, smooth and fresh | %#3a78b5 {Fat=2%}
Low Fat Milk | Cloverhitch | 64floz 2.99 | One percent, light in the glass | %#6aa3c9 {Fat=1%}
Skim Milk | Cloverhitch | 64floz 2.99 | No fat, all the calcium | %#c58ab0 {Fat=Skim}
Organic Whole Milk | Sable Creek | 64floz 5.49 | From cows on pasture | %#4f8a4f {Fat=Whole}
Lactose-Free Milk | Cloverhitch | Whole/2% 52floz 4.79 | Real milk that is easier to digest | %#7a5fa8 {Fat=2%}
Chocolate Milk | Cloverhitch | 32floz 2.79, 64floz 4.29 | Dutch cocoa and whole milk | %#6a4028 {Fat=Whole}
Cultured Buttermilk | Pinnock Dairy | 32floz 2.69 | Tangy, for biscuits and brines | %#d9b94f {Fat=1%}
`,
  ),
  shelf(
    'plant-milk',
    {
      motif: 'carton',
      aisle: 'Dairy',
      days: 45,
      popularity: 2.2,
      keep: 'Shake well.; Use within ten days of opening.',
    },
    `
!Oat Milk | Oatwright | Original/Vanilla/Extra Creamy 64floz 4.79 | Whole oats, foams for coffee | %#c4a468 #vegan
Barista Oat Milk | Oatwright | 32floz 3.99 | Steams like dairy | %#8c6f4a #vegan
!Almond Milk | Oatwright | Unsweetened/Vanilla 64floz 3.99 | Light and nutty | %#b5895a #vegan {Sweetened=No}
Coconut Milk Drink | Oatwright | 64floz 4.29 | Mild, for cereal and smoothies | %#6fa8a0 #vegan
`,
  ),
  shelf(
    'yogurt',
    {
      motif: 'cup',
      aisle: 'Dairy',
      days: 24,
      popularity: 2.6,
      keep: 'Live and active cultures.; Keep refrigerated.',
    },
    `
!Greek Yogurt | Pinnock Dairy | Plain/Vanilla/Strawberry/Peach 5.3oz 1.49 | Strained thick, fifteen grams of protein | %#5a86b5
!Plain Greek Yogurt | Pinnock Dairy | Nonfat/Whole Milk 32oz 5.99 | For sauces, bowls and marinades | @tub %#4a75a8
Whole Milk Yogurt | Cloverhitch | Plain/Maple 32oz 5.49 | Cream on top | @tub %#4a9068
Kids Yogurt Tubes | Cloverhitch | 8ct 3.99 | Strawberry, ready for the freezer | @box %#d9607f
Skyr | Pinnock Dairy | Plain/Blueberry 5.3oz 1.79 | Icelandic style, dense and mild | %#6f7fb0
Drinkable Kefir | Cloverhitch | Plain/Strawberry 32floz 4.49 | Twelve cultures, pleasantly sour | @bottle %#c96f85
Cottage Cheese | Cloverhitch | 16oz 3.49, 24oz 4.79 | Small curd, four percent milkfat | @tub %#3f7fb0
`,
  ),
  shelf(
    'butter',
    {
      motif: 'butter',
      aisle: 'Dairy',
      days: 90,
      popularity: 2,
      keep: 'Freezes for six months.; Keep covered.',
    },
    `
!Butter | Cloverhitch | Salted/Unsalted 16oz 5.29 | Four sticks of sweet cream butter | %#e5c24f
Cultured Butter | Pinnock Dairy | 8oz 4.99 | Slow-churned with sea salt | %#dcae3f
Spreadable Butter | Cloverhitch | 15oz 4.99 | With canola oil, soft from the refrigerator | @tub %#e0bb4a
Ghee | Saffron Ferry | 13oz 9.99 | Clarified, golden and nutty | @jar %#e0a52f
`,
  ),
  shelf(
    'cream',
    {
      motif: 'smallcarton',
      aisle: 'Dairy',
      days: 30,
      popularity: 1.8,
      keep: 'Keep refrigerated.; Use within ten days of opening.',
    },
    `
Half and Half | Cloverhitch | 16floz 2.29, 32floz 3.79 | For coffee and mashed potatoes | %#7f5a3a
!Heavy Whipping Cream | Cloverhitch | 16floz 3.79, 32floz 6.49 | Whips to stiff peaks | %#a83a4a
Sour Cream | Cloverhitch | 8oz 1.79, 16oz 2.79 | Thick and tangy | @tub %#4a80b0
Oat Creamer | Oatwright | Vanilla/Brown Sugar 25floz 4.99 | Silky and dairy-free | @bottle %#b58a55 #vegan
Cream Cheese | Pinnock Dairy | 8oz 2.99 | Soft, smooth and bakeable | @butter %#8fa9c4
Whipped Cream Cheese | Pinnock Dairy | Plain/Chive 8oz 3.79 | Light enough for a soft bagel | @tub %#7fa57a
`,
  ),
  shelf(
    'eggs',
    {
      motif: 'eggs',
      aisle: 'Dairy',
      days: 30,
      popularity: 4,
      keep: 'Keep refrigerated.; From hens on a grain diet.',
    },
    `
!Large Brown Eggs | Henfield | 6ct 2.79, 12ct 4.79, 18ct 6.79 | Cage-free, Grade A | %#b98355
!Large White Eggs | Corner Basket | 12ct 3.29, 18ct 4.69 | Grade A, every day | %#e9e3d8
Pasture-Raised Eggs | Henfield | 12ct 7.49 | Hens outdoors all year, deep orange yolks | %#8f6b4a
Organic Eggs | Sable Creek | 12ct 6.29 | Organic feed, free-range hens | %#a98a5f
Liquid Egg Whites | Henfield | 16floz 4.49, 32floz 7.49 | Pasteurized, nothing added | @smallcarton %#d9a53f
`,
  ),
];

export const cheeseDeli: readonly Shelf[] = [
  shelf(
    'everyday-cheese',
    {
      motif: 'pouch',
      aisle: 'Dairy',
      days: 60,
      popularity: 2.4,
      keep: 'Reseal after opening.; For sandwiches and suppers.',
    },
    `
!Shredded Cheddar | Ridgemere | Mild/Sharp 8oz 3.49 | Cut from the block, never powdery | %#e59a2f
!Shredded Mexican Blend | Ridgemere | 8oz 3.49, 32oz 9.99 | Four cheeses for tacos and queso | %#dd8a35
Shredded Mozzarella | Ridgemere | 8oz 3.49, 14oz 5.39 | Whole milk and stretchy | %#4f7fa5
Provolone Slices | Ridgemere | 8oz 3.99, 14oz 6.19 | Mild and smooth | @slices %#e6d39a
Swiss Slices | Ridgemere | 8oz 4.29, 14oz 6.59 | Nutty, with proper holes | @slices %#ecd68a
Mozzarella String Cheese | Ridgemere | 12ct 4.99 | Peels into ribbons | %#5a95c0
Vegan Shreds | Oatwright | 8oz 4.99, 14oz 7.69 | Coconut-based and melts | %#8aa85a #vegan {Milk=Plant}
Grated Parmesan | Ridgemere | 8oz 4.49, 14oz 6.99 | Aged ten months, finely grated | @tub %#4f8060
`,
  ),
  shelf(
    'specialty-cheese',
    {
      motif: 'wedge',
      aisle: 'Cheese counter',
      days: 30,
      popularity: 1.1,
      keep: 'Chosen by our cheesemonger.; Let it stand an hour before serving.',
    },
    `
Aged Cheddar | Brindle & Vane | lb 11.99 | Eighteen months, crumbly and sharp | %#e0a03a {Milk=Cow}
Smoked Gouda | Brindle & Vane | lb 10.99 | Beechwood smoke over caramel notes | %#c98536 {Milk=Cow}
Gruyère | Brindle & Vane | lb 17.99 | Alpine, sweet and made for fondue | %#ddb45f {Milk=Cow}
Double Cream Brie | Brindle & Vane | 8oz 6.99, lb 12.99 | Bloomy rind around a soft heart | @wheel %#efe3c4 {Milk=Cow}
Fresh Goat Cheese | Brindle & Vane | Plain/Herb 4oz 4.99 | Bright and spreadable | @wheel %#e9e6dc {Milk=Goat}
Blue Cheese | Ridgemere | lb 13.99, 5oz 4.79 | Creamy with bold veins | %#9fb3c4 {Milk=Cow}
Sheep's Milk Manchego Style | Brindle & Vane | lb 18.99 | Six months old, nutty and firm | %#d9bd7a {Milk=Sheep}
Feta in Brine | Olivaro | 8oz 5.49 | Crumbly and salty | @tub %#5b8fb8 {Milk=Sheep}
Fresh Mozzarella | Ridgemere | 8oz 4.99 | Milky balls in whey | @tub %#7fa9c9 {Milk=Cow}
Queso Fresco | Casa Benavente | 10oz 3.99 | Mild, to crumble over beans | @wheel %#efe6d0 {Milk=Cow}
`,
  ),
  shelf(
    'deli-meat',
    {
      motif: 'slices',
      aisle: 'Deli counter',
      days: 10,
      popularity: 1.6,
      keep: 'Thinly sliced.; Use within four days.',
    },
    `
!Oven-Roasted Turkey Breast | Fennimarsh | lb 9.99, 9oz 5.49 | Lean, moist and lightly salted | %#d9a98a
Honey Ham | Fennimarsh | lb 8.99, 9oz 4.99 | Cured with honey, off the bone | %#e08f8a
Black Forest Ham | Fennimarsh | lb 9.49 | Smoked over beech | %#b9655a
Roast Beef | Fennimarsh | lb 12.99 | Rare in the middle, peppered outside | %#9b4a42
Prosciutto | Fennimarsh | 85g 6.49 | Paper-thin and sweet | %#c9716a
Pepperoni | Fennimarsh | 6oz 3.99 | Curls and crisps on pizza | %#b5392f
`,
  ),
  shelf(
    'dips',
    {
      motif: 'tub',
      aisle: 'Deli',
      days: 21,
      popularity: 1.8,
      keep: 'Keep refrigerated.; Best within a week of opening.',
    },
    `
!Classic Hummus | Fennimarsh | 10oz 3.99, 17oz 5.99 | Chickpeas, tahini and lemon | %#d9b777 #vegan
Roasted Red Pepper Hummus | Fennimarsh | 10oz 3.99, 18oz 6.19 | Sweet pepper in every scoop | %#d9693f #vegan
!Guacamole | Casa Benavente | Mild/Spicy 8oz 4.99 | Hass avocado, lime and cilantro | %#7fa03f #vegan
Pico de Gallo | Casa Benavente | 12oz 4.49, 21oz 6.99 | Chopped this morning | %#d04a3a #vegan
White Queso Dip | Casa Benavente | 16oz 5.99, 28oz 9.29 | Warm it and pass the chips | %#ead9a5
Tzatziki | Fennimarsh | 10oz 4.29, 18oz 6.59 | Cucumber, dill and strained yogurt | %#8fb8a0
`,
  ),
  shelf(
    'olives',
    {
      motif: 'jar',
      aisle: 'Deli',
      days: 180,
      popularity: 0.8,
      keep: 'Refrigerate after opening.; Serve with bread and cheese.',
    },
    `
Kalamata Olives | Olivaro | 6oz 4.49, 12oz 7.49 | Pitted and wine-dark | %#4f3048
Castelvetrano Olives | Olivaro | 8oz 5.99, 14oz 9.29 | Bright green, buttery and mild | %#8aa63a
Marinated Artichokes | Olivaro | 12oz 4.99, 21oz 7.69 | Quartered hearts in herbed oil | %#94a04f
Sun-Dried Tomatoes | Olivaro | 8oz 5.29, 14oz 8.19 | In olive oil with basil | %#b5402f
Stuffed Grape Leaves | Olivaro | 14oz 5.49, 24oz 8.49 | Rice, dill and lemon | @can %#5f7a3f
`,
  ),
  shelf(
    'prepared',
    {
      motif: 'clamshell',
      aisle: 'Prepared foods',
      days: 4,
      popularity: 1.5,
      keep: 'Made today in the store kitchen.; Enough for dinner tonight.',
    },
    `
!Rotisserie Chicken | Corner Basket | Original/Lemon Pepper ea 8.99 | Roasted through the day | @drumstick %#c07a35
Chicken Enchiladas | Casa Benavente | 22oz 11.99 | Six, under green chile sauce | %#7a9a3f
Beef Lasagna | Corner Basket | 24oz 12.99 | Layered with ricotta and slow ragù | %#b5452f
Macaroni and Cheese | Corner Basket | 16oz 6.99 | Three cheeses and a crumb top | %#e8a72f
Brisket Plate | Harlow Pike | 18oz 14.99 | Smoked overnight, with beans and slaw | %#7a4028
Tabbouleh | Corner Basket | 12oz 5.99 | Parsley, mint and bulgur | %#5f9448 #vegan
Classic Potato Salad | Corner Basket | 16oz 4.99 | Egg, mustard and pickle | @tub %#e5cf85
`,
  ),
];

export const meat: readonly Shelf[] = [
  shelf(
    'beef',
    {
      motif: 'steak',
      aisle: 'Meat',
      days: 6,
      popularity: 1.8,
      keep: 'Keep below 40°F or freeze.; Cut by our butchers.',
    },
    `
!Ground Beef 80/20 | Stockard Ranch | lb 5.49, 3lb 14.99 | Juicy, for burgers and chili | @ground %#b5403f
Lean Ground Beef 93/7 | Stockard Ranch | lb 7.49 | For tacos and meat sauce | @ground %#b84a48
Ribeye Steak | Stockard Ranch | lb 16.99 | Well marbled, an inch thick | %#a5383a {Grade=Choice}
Prime New York Strip | Stockard Ranch | lb 22.99 | Firm grain and a rim of fat | %#9f3236 {Grade=Prime}
Top Sirloin | Stockard Ranch | lb 10.99 | Lean and quick to grill | %#ad4042
Skirt Steak | Stockard Ranch | lb 13.99 | Loose-grained, made for fajitas | %#a83c3c
Chuck Roast | Stockard Ranch | lb 7.99 | Falls apart after a slow afternoon | %#98383a
Whole Packer Brisket | Stockard Ranch | lb 4.99 | Untrimmed, ten to fourteen pounds | %#8f3434 {Grade=Choice}
Stew Beef | Stockard Ranch | lb 8.49 | Cubed and ready to brown | @ground %#a03c38
`,
  ),
  shelf(
    'poultry',
    {
      motif: 'drumstick',
      aisle: 'Meat',
      days: 6,
      popularity: 2.2,
      keep: 'Keep below 40°F or freeze.; Cook to 165°F.',
    },
    `
!Boneless Chicken Breasts | Lantana Poultry | lb 4.49 | Trimmed and even in size | @fillet %#e8b49a
!Boneless Chicken Thighs | Lantana Poultry | lb 3.99 | Juicy and forgiving | @fillet %#e0a58a
Chicken Drumsticks | Lantana Poultry | lb 1.79, 5lb 7.99 | For the grill and for small hands | %#dca070
Chicken Wings | Lantana Poultry | lb 3.49 | Whole, tips on | %#d99a62
Whole Chicken | Lantana Poultry | lb 1.99 | Air-chilled, about four pounds | %#e3b27a
Organic Chicken Breasts | Sable Creek | lb 8.99 | Raised on organic grain | @fillet %#e3aa94
Ground Turkey | Lantana Poultry | 16oz 5.49 | Ninety-three percent lean | @ground %#dba08f
Turkey Breast Cutlets | Lantana Poultry | lb 6.99 | Thin-sliced, four minutes a side | @fillet %#e6bba5
`,
  ),
  shelf(
    'pork',
    {
      motif: 'steak',
      aisle: 'Meat',
      days: 6,
      popularity: 1.2,
      keep: 'Keep below 40°F or freeze.; Rest before slicing.',
    },
    `
Bone-In Pork Chops | Harlow Pike | lb 4.49 | Center cut, three quarters of an inch | %#dd8a86
Pork Tenderloin | Harlow Pike | lb 5.49 | Lean and tender, done in twenty minutes | @fillet %#dc928c
Pork Shoulder | Harlow Pike | lb 2.99 | For carnitas and pulled pork | %#d07f78
St. Louis Ribs | Harlow Pike | lb 4.99 | Squared off, ready for the rub | @ribs %#c06a5f
Ground Pork | Harlow Pike | lb 4.29 | For dumplings and meatballs | @ground %#de948e
`,
  ),
  shelf(
    'sausage',
    { motif: 'sausage', aisle: 'Meat', days: 21, popularity: 1.6, keep: 'Keep refrigerated.; Freezes well.' },
    `
!Thick-Cut Bacon | Harlow Pike | 16oz 7.49, 24oz 10.49 | Dry-cured and hickory smoked | @bacon %#b5483f
Hill Country Smoked Sausage | Harlow Pike | Original/Jalapeño 14oz 4.99 | Coarse ground, post oak smoke | %#9b3f30
Italian Sausage | Harlow Pike | Mild/Hot 19oz 5.99 | Fennel seed and garlic | %#b0533f
Breakfast Sausage Links | Harlow Pike | 12oz 4.79, 21oz 7.39 | Sage and black pepper | %#b5674a
Beef Franks | Stockard Ranch | 8ct 5.49 | All beef, natural casing | %#b84a3a
Pork Chorizo | Casa Benavente | 9oz 3.29, 16oz 5.09 | Ancho, vinegar and garlic | %#a5352a
Chicken Apple Sausage | Lantana Poultry | 12oz 5.99, 21oz 9.29 | Fully cooked and lightly sweet | %#c9844f
`,
  ),
  shelf(
    'plant-protein',
    {
      motif: 'pouch',
      aisle: 'Produce',
      days: 40,
      popularity: 1.1,
      keep: 'Keep refrigerated.; Made from plants only.',
    },
    `
Firm Tofu | Greenhusk | 14oz 2.79 | Press it, cube it, crisp it | @butter %#e6dcc0 #vegan
Extra-Firm Tofu | Greenhusk | 14oz 2.79 | Holds its shape in a hot pan | @butter %#e0d5b3 #vegan
Tempeh | Greenhusk | 8oz 3.49 | Fermented soybeans, nutty and firm | %#b99a62 #vegan
Plant Burgers | Greenhusk | 2ct 5.99, 4ct 9.99 | Pea protein with a seared crust | @box %#5c8a3f #vegan
Falafel Mix Balls | Greenhusk | 10oz 4.99 | Chickpeas, parsley and cumin | %#8a7a3a #vegan
`,
  ),
];

export const seafood: readonly Shelf[] = [
  shelf(
    'fish',
    {
      motif: 'fish',
      aisle: 'Seafood',
      days: 3,
      popularity: 1.2,
      keep: 'Cook within a day.; Skinned and boned on request.',
    },
    `
!Atlantic Salmon Fillet | Saltner Bay | lb 11.99 | Rich and pink, skin on | %#ee8f73 {Catch=Farmed}
Wild Sockeye Salmon | Saltner Bay | lb 18.99 | Deep red and lean | %#dd5a45 {Catch=Wild}
Gulf Red Snapper | Tidewrack | lb 19.99 | Line-caught, sweet and firm | %#d9605a {Catch=Wild}
Cod Fillet | Saltner Bay | lb 11.99 | Large flakes for tacos and chowder | %#b9c9d3 {Catch=Wild}
Catfish Fillet | Tidewrack | lb 8.99 | Mild, for a cornmeal crust | %#a8b0a5 {Catch=Farmed}
Ahi Tuna Steak | Saltner Bay | lb 21.99 | Sear both sides, leave the middle | %#b53f4f {Catch=Wild}
`,
  ),
  shelf(
    'shellfish',
    {
      motif: 'shrimp',
      aisle: 'Seafood',
      days: 3,
      popularity: 1.1,
      keep: 'Keep on ice.; Best the day you buy it.',
    },
    `
!Gulf Shrimp | Tidewrack | Peeled/Shell-On lb 12.99 | Wild, 21 to 25 to the pound | %#f0957a {Catch=Wild}
Cooked Cocktail Shrimp | Tidewrack | 12oz 9.99 | Tail on, with sauce on the side | %#ee8568 {Catch=Farmed}
Sea Scallops | Saltner Bay | lb 24.99 | Dry-packed, so they brown | @shell %#efdcc4 {Catch=Wild}
Mussels | Saltner Bay | 2lb 8.99 | Scrubbed and bearded | @shell %#4a5068 {Catch=Farmed}
Lump Crab Meat | Tidewrack | 8oz 17.99 | Hand-picked, for cakes and salads | @tub %#d9694f {Catch=Wild}
`,
  ),
  shelf(
    'smoked-fish',
    {
      motif: 'pouch',
      aisle: 'Seafood',
      days: 28,
      popularity: 0.8,
      keep: 'Keep refrigerated.; Serve with lemon.',
    },
    `
Smoked Salmon | Saltner Bay | 4oz 8.49, 8oz 14.99 | Cold-smoked and thinly sliced | %#ec8a68 {Catch=Farmed}
Hot-Smoked Trout | Saltner Bay | 6oz 8.99, 10oz 13.89 | Flakes into a good dip | %#c9875a {Catch=Farmed}
`,
  ),
];

export const frozen: readonly Shelf[] = [
  shelf(
    'frozen-vegetables',
    {
      motif: 'bag',
      aisle: 'Frozen',
      days: 400,
      popularity: 1.5,
      keep: 'Keep frozen.; Picked ripe and frozen the same day.',
    },
    `
!Green Peas | Frostwick | 12oz 1.99, 32oz 4.29 | Sweet, small and bright | %#5fa03f
!Broccoli Florets | Frostwick | 12oz 2.49, 32oz 5.49 | Steam in the bag | %#4a8a45
Stir-Fry Vegetables | Frostwick | 16oz 3.29, 28oz 5.09 | Snap peas, carrots and water chestnuts | %#7a9a3a
Cut Okra | Frostwick | 16oz 2.99, 28oz 4.59 | For gumbo and for frying | %#5f8a4a
Riced Cauliflower | Frostwick | 12oz 2.99, 21oz 4.59 | Ready in five minutes | %#c9c2a3
Shelled Edamame | Frostwick | 12oz 3.29, 21oz 5.09 | High in protein, nothing added | %#7fb04a
Mixed Berries | Frostwick | 16oz 4.99, 48oz 11.99 | Strawberry, blueberry and blackberry | %#8a3a6a
Mango Chunks | Frostwick | 16oz 4.49, 28oz 6.99 | Smoothie-ready | %#f0a62f
Organic Strawberries, Frozen | Sable Creek | 32oz 8.99 | Whole and unsweetened | %#d63f4f
`,
  ),
  shelf(
    'frozen-pizza',
    { motif: 'pizza', aisle: 'Frozen', days: 300, popularity: 1.7, keep: 'Bake on the rack.; Keep frozen.' },
    `
!Thin Crust Pepperoni Pizza | Nine Below | 14oz 6.49 | Crisp base, curled pepperoni | %#d9532f {Bake minutes=12}
Four Cheese Pizza | Nine Below | 14oz 6.49 | Mozzarella, provolone, asiago, parmesan | %#e8b04a {Bake minutes=12}
Supreme Pizza | Nine Below | 28oz 8.99 | Sausage, pepper, onion and olive | %#b5602f {Bake minutes=20}
Margherita Pizza | Lunara | 12oz 7.99 | Wood-fired base, basil and tomato | %#cf4a35 {Bake minutes=9}
Cauliflower Crust Veggie Pizza | Nine Below | 11oz 7.99 | Gluten-free with roasted vegetables | %#8a9a4a #gluten-free {Bake minutes=14}
`,
  ),
  shelf(
    'frozen-meals',
    {
      motif: 'box',
      aisle: 'Frozen',
      days: 360,
      popularity: 1.5,
      keep: 'Keep frozen.; Let it stand two minutes.',
    },
    `
Chicken Tikka Masala with Rice | Saffron Ferry | 10oz 4.79 | Tomato, cream and warm spices | %#d9742f {Microwave minutes=5}
Beef Pot Pie | Pocket Stove | 8oz 3.99 | Flaky lid over slow gravy | %#8f5230 {Microwave minutes=7}
Spinach Lasagna | Pocket Stove | 10oz 3.99, 38oz 11.99 | Ricotta and a garlic white sauce | %#5f8a4a {Microwave minutes=7}
!Pork and Chive Dumplings | Kumo Pantry | 20oz 6.99 | Steam, boil or pan-fry | @bag %#3f6a5a {Microwave minutes=4}
Vegetable Spring Rolls | Kumo Pantry | 10ct 5.49 | Shatter-crisp from the air fryer | %#5f8f4a {Microwave minutes=3}
!French Fries | Nine Below | Straight/Crinkle/Waffle 28oz 4.29 | Skin-on potatoes, one fry in oil | @bag %#e0b040 ~Cut {Microwave minutes=6}
Sweet Potato Fries | Nine Below | 20oz 4.79 | Crisp edges, soft inside | @bag %#d9743a {Microwave minutes=6}
Chicken Nuggets | Lantana Poultry | 24oz 8.49 | White meat in a light breading | @bag %#d9913f {Microwave minutes=3}
Fish Sticks | Tidewrack | 18oz 7.29 | Whole cod fillet, not minced | %#3f8fb0 {Microwave minutes=5}
Tamales | Casa Benavente | Pork/Bean & Cheese 6ct 8.49 | Wrapped in husk, steamed through | @bag %#b5482f {Microwave minutes=4}
`,
  ),
  shelf(
    'ice-cream',
    {
      motif: 'pint',
      aisle: 'Frozen',
      days: 365,
      popularity: 1.8,
      keep: 'Let it soften five minutes.; Keep frozen.',
    },
    `
!Ice Cream Pint | Scoop Hollow | Vanilla Bean/Chocolate/Mint Chip/Butter Pecan 16floz 5.49 | Slow-churned, little air | %#c98ab0
Family Tub Ice Cream | Scoop Hollow | Vanilla/Cookies & Cream 48floz 6.49 | Enough for a birthday | @tub %#e0c48a
Oat Frozen Dessert | Velvane | Salted Caramel/Coffee 16floz 5.99 | Dairy-free and dense | %#8a6a9f #vegan
Sorbet | Velvane | Mango/Raspberry 16floz 5.49 | Fruit, sugar, water | %#e0704f #vegan
Fruit Bars | Velvane | Lime/Strawberry 6ct 4.99 | Real fruit on a stick | @popsicle %#e0506a
Ice Cream Sandwiches | Scoop Hollow | 12ct 6.99 | Vanilla between chocolate wafers | @box %#5a3a2a
`,
  ),
  shelf(
    'frozen-breakfast',
    { motif: 'box', aisle: 'Frozen', days: 300, popularity: 1.1, keep: 'Heat from frozen.; Keep frozen.' },
    `
Buttermilk Waffles | Morning Lathe | 10ct 3.79 | Crisp from the toaster | %#d9a04a
Blueberry Waffles | Morning Lathe | 10ct 3.99 | Wild blueberries in the batter | %#6a6fa8
Breakfast Burritos | Casa Benavente | Chorizo/Potato & Egg 4ct 8.99 | Flour tortilla, hot in three minutes | %#c4602f
Egg Bites | Henfield | 4ct 5.99 | Cheddar and roasted pepper | %#e0a83f
Hash Brown Patties | Nine Below | 10ct 3.99 | Shredded potato, golden in the oven | @bag %#d09a45
Açaí Packs | Frostwick | 4ct 6.49 | Unsweetened, for the blender | @pouch %#5a2f5f
`,
  ),
];
