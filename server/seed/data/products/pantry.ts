import { type Shelf, shelf } from './shelf.ts';

export const pantry: readonly Shelf[] = [
  shelf(
    'pasta',
    {
      motif: 'box',
      aisle: 'Aisle 4',
      days: 700,
      popularity: 2,
      keep: 'Cook in plenty of salted water.; Keep dry.',
    },
    `
!Spaghetti | Lunara | 16oz 1.79, 28oz 2.79 | Bronze-cut, so sauce clings | %#2f5f9f
!Penne Rigate | Lunara | 16oz 1.79, 28oz 2.79 | Ridged tubes for chunky sauces | %#2f6f9f
Fusilli | Lunara | 16oz 1.79, 28oz 2.79 | Spirals that catch pesto | %#3a6a8f
Linguine | Lunara | 16oz 1.79, 28oz 2.79 | Flat strands for clams and cream | %#2a5a8f
Lasagne Sheets | Lunara | 9oz 2.79, 16oz 4.29 | No need to boil | %#a5402f
Whole Wheat Rotini | Lunara | 16oz 2.19, 28oz 3.39 | Nutty with a firm bite | %#8a6a3a
Elbow Macaroni | Corner Basket | 16oz 1.29, 28oz 1.99 | For salads and the casserole | %#e0a530
Egg Noodles | Corner Basket | 12oz 2.29, 21oz 3.49 | Wide ribbons for stew | @bag %#e5bd55
Cheese Tortellini | Lunara | 9oz 4.49, 20oz 7.99 | Fresh pasta from the chilled case | @pouch %#d9a53a
`,
  ),
  shelf(
    'rice-grains',
    {
      motif: 'bag',
      aisle: 'Aisle 5',
      days: 540,
      popularity: 1.8,
      keep: 'Keep in a closed jar.; Cooks without fuss.',
    },
    `
!Long Grain White Rice | Grist & Gable | 2lb 2.49, 5lb 4.99, 20lb 14.99 | Cooks up separate and light | %#4a7fb0
!Jasmine Rice | Kumo Pantry | 2lb 3.99, 5lb 8.49 | Soft with a floral scent | %#5f9a6a
Basmati Rice | Saffron Ferry | 1kg 4.99, 5kg 18.99 | Aged a year, long and fragrant | %#b5802f
Brown Rice | Grist & Gable | 2lb 2.79 | Whole grain and chewy | %#8f6a3f
Quinoa | Grist & Gable | White/Tri-Color 12oz 4.29 | Rinsed and ready to boil | %#c48a4a
Pearl Couscous | Grist & Gable | 10oz 3.49 | Toasted little rounds | @box %#d9a55a
Green Lentils | Beanwright | 1lb 2.29 | Hold their shape in salad | %#7a8a4a
!Dry Pinto Beans | Beanwright | 1lb 1.69, 4lb 5.29 | Sorted, for a long pot | %#b5805a
Dry Black Beans | Beanwright | 1lb 1.79 | Glossy, earthy and full | %#3f3a42
Yellow Cornmeal | Dunmorrow Mills | 2lb 2.99 | Medium grind for cornbread | %#e3b53a
`,
  ),
  shelf(
    'canned',
    {
      motif: 'can',
      aisle: 'Aisle 5',
      days: 900,
      popularity: 1.9,
      keep: 'Keeps for years unopened.; Ready for the pot.',
    },
    `
!Black Beans | Beanwright | 15oz 1.19 | Cooked soft with a little salt | %#40364a
Pinto Beans | Beanwright | 15oz 1.19 | Ready for the skillet | %#a8684a
!Chickpeas | Beanwright | 15oz 1.29, 29oz 2.19 | Firm and skin-on | %#d0a24a
Refried Beans | Casa Benavente | Traditional/Vegetarian 16oz 1.79 | Smooth, with lime and chile | %#9a5f3a
!Diced Tomatoes | Basilvane | Plain/Fire-Roasted 14.5oz 1.59 | Packed the day they are picked | %#cf3f30
Crushed Tomatoes | Basilvane | 28oz 2.79 | Thick, with nothing but salt | %#c5382c
Whole Peeled Tomatoes | Lunara | 28oz 3.99 | Plum tomatoes in their own juice | %#b8322a
Tomato Paste | Basilvane | 6oz 1.19 | Cooked down to the deep end | %#a52f28
Sweet Corn, Canned | Corner Basket | 15oz 1.09 | Crisp kernels | %#eab82f
Cut Green Beans | Corner Basket | 14.5oz 1.09 | Tender, low sodium | %#5a9040
Chipotle Peppers in Adobo | Casa Benavente | 7oz 1.99 | Smoke, heat and vinegar | %#8f3226
Pumpkin Puree | Corner Basket | 15oz 2.29 | For pie and for muffins | %#e0812f
Pineapple Chunks | Corner Basket | 20oz 2.19 | In juice, not syrup | %#e8bd3a
`,
  ),
  shelf(
    'canned-fish',
    {
      motif: 'tin',
      aisle: 'Aisle 5',
      days: 1100,
      popularity: 1,
      keep: 'Good straight from the tin.; Refrigerate after opening.',
    },
    `
!Albacore Tuna | Tin Harbor | In Water/In Olive Oil 5oz 2.79 | Solid white, pole-caught | %#2f6a96
Chunk Light Tuna | Tin Harbor | 5oz 1.29, 4ct 4.79 | For sandwiches and casseroles | %#3f86ae
Pink Salmon | Tin Harbor | 6oz 3.99 | Wild, skinless and boneless | %#dd7a68
Sardines in Olive Oil | Tin Harbor | 4.4oz 3.29 | Lightly smoked | %#c9902f
Anchovy Fillets | Tin Harbor | 2oz 3.29 | Cured a year in salt | %#8f3f2f
`,
  ),
  shelf(
    'pasta-sauce',
    {
      motif: 'jar',
      aisle: 'Aisle 4',
      days: 540,
      popularity: 1.6,
      keep: 'Refrigerate after opening.; Enough for a pound of pasta.',
    },
    `
!Marinara Sauce | Basilvane | 24oz 5.99 | Tomato, onion, basil and oil | %#c8382c
Tomato Basil Sauce | Lunara | 24oz 3.49 | Everyday red for a weeknight | %#d0432f
Arrabbiata Sauce | Basilvane | 24oz 6.29 | Red chile that builds | %#a82a24
Vodka Sauce | Basilvane | 24oz 6.99 | Blush-pink and silky | %#df7a55
Basil Pesto | Basilvane | 6.5oz 4.99, 11oz 7.69 | Basil, pine nuts and hard cheese | %#5a8a3a
Pizza Sauce | Lunara | 14oz 2.49, 24oz 3.89 | Thick, with oregano | %#b8352a
`,
  ),
  shelf(
    'oils',
    {
      motif: 'oilbottle',
      aisle: 'Aisle 6',
      days: 540,
      popularity: 1.3,
      keep: 'Keep away from heat and light.; Close tightly.',
    },
    `
!Extra Virgin Olive Oil | Olivaro | 500ml 10.99, 1l 18.99 | Cold-pressed, grassy and peppery | %#8a9430
Everyday Olive Oil | Olivaro | 25floz 11.49 | Mild, for sautéing | %#b0a53a
!Vegetable Oil | Corner Basket | 48floz 4.49 | Neutral, for frying and baking | %#e5b830
Avocado Oil | Olivaro | 16.9floz 11.99 | High smoke point | %#6f8a3a
Toasted Sesame Oil | Kumo Pantry | 8floz 4.99 | A few drops at the end | %#8a4f26
White Vinegar | Corner Basket | 32floz 1.89, 128floz 4.29 | For pickles and for windows | %#a5bcc9
Apple Cider Vinegar | Hollowell Orchards | 16floz 3.49, 32floz 5.49 | Raw, with the mother | %#c9803a
Balsamic Vinegar | Olivaro | 500ml 5.99 | Sweet, dark and sharp | %#44262f
Rice Vinegar | Kumo Pantry | 12floz 3.29 | Gentle, for sushi rice and slaw | %#c9c48a
`,
  ),
  shelf(
    'condiments',
    {
      motif: 'squeeze',
      aisle: 'Aisle 6',
      days: 365,
      popularity: 1.6,
      keep: 'Refrigerate after opening.; Good on almost everything.',
    },
    `
!Tomato Ketchup | Corner Basket | 20oz 2.49, 38oz 3.99 | Thick, with no corn syrup | %#c92f2a
Yellow Mustard | Corner Basket | 14oz 1.79, 24oz 2.79 | Bright and tangy | %#edbd22
Dijon Mustard | Fennimarsh | 12oz 3.49, 21oz 5.39 | Sharp and smooth | @jar %#d5aa45
!Mayonnaise | Corner Basket | 30oz 4.99 | Cage-free eggs and a little lemon | @jar %#5f8fc0
Vegan Mayo | Oatwright | 24oz 5.99 | Creamy and egg-free | @jar %#8fb05a #vegan
Barbecue Sauce | Harlow Pike | Original/Sweet/Spicy 18oz 3.49 | Molasses and post oak smoke | %#6f2f20
Ranch Dressing | Fennimarsh | 16floz 3.99, 24floz 5.29 | Buttermilk, dill and chive | %#7fae8a
Italian Vinaigrette | Fennimarsh | 16floz 3.79 | Oregano and red wine vinegar | @bottle %#b5803a
Dill Pickles | Fennimarsh | Spears/Chips 24oz 4.29 | Garlic and a good crunch | @jar ~Cut %#7a9038
Sweet Relish | Corner Basket | 10oz 2.29, 18oz 3.49 | For franks and tuna salad | @jar %#8fa53a
Worcestershire Sauce | Fennimarsh | 10floz 3.29 | Tamarind, anchovy and spice | @oilbottle %#4f2a22
`,
  ),
  shelf(
    'hot-sauce',
    {
      motif: 'jar',
      aisle: 'Aisle 6',
      days: 365,
      popularity: 1.8,
      keep: 'Refrigerate after opening.; Pass the chips.',
    },
    `
!Restaurant-Style Salsa | Piquin Sol | Mild/Medium/Hot 16oz 3.79 | Fire-roasted tomato and onion | ~Heat %#c5362a
Salsa Verde | Piquin Sol | 16oz 3.99, 28oz 6.19 | Tomatillo, serrano and cilantro | %#6f9a35 {Heat=Medium}
!Piquin Hot Sauce | Piquin Sol | 5floz 2.29, 12floz 4.49 | Tiny chiles and vinegar | @oilbottle %#d0341f {Heat=Hot}
Chipotle Hot Sauce | Piquin Sol | 5floz 2.49 | Smoky and slow | @oilbottle %#8a3522 {Heat=Medium}
Sriracha-Style Chili Sauce | Kumo Pantry | 17oz 4.29, 30oz 6.59 | Garlic and red jalapeño | @squeeze %#d02f26 {Heat=Medium}
Chili Crisp | Kumo Pantry | 7oz 5.99, 12oz 9.29 | Crunchy garlic in red oil | %#a52a20 {Heat=Medium}
`,
  ),
  shelf(
    'spices',
    {
      motif: 'shaker',
      aisle: 'Aisle 7',
      days: 720,
      popularity: 1,
      keep: 'Keep away from the stove.; Packed in small lots.',
    },
    `
!Black Pepper | Pepper Atlas | Ground/Whole 2.5oz 3.99 | Bold berries, sun-dried | ~Grind %#3a3433
Sea Salt | Pepper Atlas | Fine/Coarse 26oz 2.99 | From evaporated seawater | ~Grind %#8fa9ba
Ground Cumin | Pepper Atlas | 2oz 3.29 | Warm and earthy | %#9a6a35
Chili Powder | Pepper Atlas | 2.5oz 3.49 | Ancho, cumin and oregano | %#a53a25
Smoked Paprika | Pepper Atlas | 2oz 3.99 | Sweet peppers over oak | %#b53a22
Garlic Powder | Pepper Atlas | 3oz 3.29 | Pure granulated garlic | %#d5bd8a
Dried Oregano | Pepper Atlas | 0.75oz 2.99 | Rub between the palms | %#6f8045
Ground Cinnamon | Pepper Atlas | 2.4oz 3.79 | Sweet and strong | %#95552f
Turmeric | Saffron Ferry | 2oz 3.29 | Golden and earthy | %#dc9a22
Brisket Rub | Harlow Pike | 6oz 5.99 | Salt, coarse pepper, not much else | %#553a2f
Taco Seasoning | Casa Benavente | 1.2oz 0.99 | One packet, one pound | @pouch %#d06a2a
`,
  ),
  shelf(
    'baking',
    {
      motif: 'flourbag',
      aisle: 'Aisle 7',
      days: 365,
      popularity: 1.3,
      keep: 'Store in a cool, dry place.; For cakes, loaves and cookies.',
    },
    `
!All-Purpose Flour | Dunmorrow Mills | 5lb 3.79, 10lb 6.49 | Unbleached and dependable | %#3f6a9f
Bread Flour | Dunmorrow Mills | 5lb 4.79 | High protein for a tall rise | %#b5602f
Whole Wheat Flour | Dunmorrow Mills | 5lb 4.99 | Milled from hard red wheat | %#8a5a30
Almond Flour | Grist & Gable | 16oz 8.99 | Blanched and finely ground | @pouch %#d0a872 #gluten-free
!Granulated Sugar | Corner Basket | 4lb 3.49, 10lb 7.49 | Pure cane | %#d0607f
Light Brown Sugar | Corner Basket | 2lb 2.49 | Moist, with molasses | @bag %#a5703a
Powdered Sugar | Corner Basket | 2lb 2.49 | For icing and dusting | @bag %#d5a5bd
Baking Powder | Dunmorrow Mills | 8oz 2.49 | Double-acting, aluminum-free | @can %#c23f35
Baking Soda | Corner Basket | 1lb 0.99 | For baking and the back of the refrigerator | @box %#d9922f
Active Dry Yeast | Dunmorrow Mills | 3ct 1.99, 4oz 5.99 | Wakes in warm water | @pouch %#d5b53f
Pure Vanilla Extract | Pepper Atlas | 2floz 7.99, 4floz 13.99 | Two-fold, from whole beans | @oilbottle %#4a2c22
Semisweet Chocolate Chips | Cocoa Verity | 12oz 3.99 | They hold their shape in a cookie | @pouch %#5a3526
Unsweetened Cocoa | Cocoa Verity | 8oz 4.99 | Natural, dark and dry | @can %#4a2a20
Brownie Mix | Dunmorrow Mills | 18oz 3.29 | Fudgy in the middle | @box %#5f3a2a
`,
  ),
  shelf(
    'spreads',
    {
      motif: 'jar',
      aisle: 'Aisle 8',
      days: 365,
      popularity: 1.6,
      keep: 'Made in small batches.; Keep at room temperature.',
    },
    `
!Peanut Butter | Nutlark | Creamy/Crunchy 16oz 3.99 | Roasted peanuts and a pinch of salt | ~Texture %#b5702f
Organic Peanut Butter | Sable Creek | 16oz 5.99, 28oz 9.29 | One ingredient | %#a5652f
!Almond Butter | Nutlark | Creamy/Crunchy 12oz 7.99 | Dry-roasted and stone-ground | ~Texture %#95602f
Chocolate Hazelnut Spread | Nutlark | 13oz 5.49, 23oz 8.49 | More nuts than sugar | %#5a3424
Tahini | Pannetta Row | 16oz 6.99, 28oz 10.79 | Hulled sesame, runny and pale | %#c9a872
!Wildflower Honey | Honeyfold | 12oz 6.49, 24oz 10.99 | Raw, from Hill Country hives | @squeeze %#e0a022
Strawberry Preserves | Hollowell Orchards | 12oz 4.49, 21oz 6.99 | More fruit than sugar | %#cc3442
Grape Jelly | Hollowell Orchards | 18oz 3.29, 32oz 5.09 | For the other half of the sandwich | %#5f2f62
Fig Jam | Hollowell Orchards | 10oz 5.99, 18oz 9.29 | For toast and for brie | %#7a4035
`,
  ),
  shelf(
    'soup',
    { motif: 'can', aisle: 'Aisle 8', days: 720, popularity: 1.3, keep: 'Heat and serve.; Recycle the can.' },
    `
!Chicken Noodle Soup | Good Ladle | 18oz 2.99, 32oz 4.59 | White meat and egg noodles | %#dda030
Tomato Soup | Good Ladle | 10.75oz 1.79, 18oz 2.99 | Smooth, made for dipping | %#cc3a2a
Lentil Soup | Good Ladle | 18oz 2.99, 32oz 4.59 | Carrot, cumin and lemon | %#9a7a3a #vegan
Chicken Tortilla Soup | Good Ladle | 18oz 3.29, 32oz 5.09 | Ancho broth with corn | %#c4602a
!Chicken Broth | Good Ladle | Regular/Low Sodium 32floz 2.99 | Simmered with bones and bay | @carton %#dba23f
Vegetable Broth | Good Ladle | 32floz 2.99 | Carrot, celery and onion | @carton %#7a9a40 #vegan
Beef Bone Broth | Good Ladle | 32floz 5.99 | Twenty hours on the stove | @carton %#7f3f2a
`,
  ),
  shelf(
    'mexican',
    {
      motif: 'bag',
      aisle: 'Aisle 9',
      days: 365,
      popularity: 1.1,
      keep: 'For the weeknight table.; A staple of the Texas kitchen.',
    },
    `
Masa Harina | Casa Benavente | 4lb 4.79 | Nixtamalized corn for tortillas | @flourbag %#d9a532
Dried Ancho Chiles | Casa Benavente | 4oz 3.79 | Raisin-sweet and mild | %#6f2a22
Red Enchilada Sauce | Casa Benavente | 10oz 1.79, 19oz 2.99 | Guajillo and garlic | @can %#b53324
Mole Paste | Casa Benavente | 8oz 4.29 | Chiles, seeds and dark chocolate | @jar %#4a2a22
Hominy | Casa Benavente | 25oz 2.29 | For pozole | @can %#d5b872
Pickled Jalapeños | Casa Benavente | 12oz 2.49 | With carrot and onion | @jar %#5f9038
Tostadas | Casa Benavente | 22ct 3.49 | Flat, crisp and sturdy | %#dba845
`,
  ),
  shelf(
    'asian',
    {
      motif: 'bottle',
      aisle: 'Aisle 9',
      days: 365,
      popularity: 1.2,
      keep: 'For quick dinners.; Keep cool and closed.',
    },
    `
!Soy Sauce | Kumo Pantry | Regular/Less Sodium 15floz 3.49 | Brewed six months | @oilbottle %#3a2624
Teriyaki Sauce | Kumo Pantry | 15floz 3.99 | Ginger, garlic and mirin | %#5f3424
Fish Sauce | Kumo Pantry | 7floz 3.79 | Anchovy and salt, first press | @oilbottle %#a8602a
White Miso | Kumo Pantry | 13oz 5.99 | Sweet, for soup and glazes | @tub %#d5b06a
Ramen Noodles | Kumo Pantry | Miso/Spicy Chicken 4.2oz 1.79 | Springy noodles, rich broth | @pouch %#d0452f
Rice Noodles | Kumo Pantry | 14oz 2.99 | Soak, then stir-fry | @pouch %#d5cbb0
!Coconut Milk | Kumo Pantry | Regular/Light 13.5floz 2.29 | Thick first pressing | @can %#5f9f8a
Thai Red Curry Paste | Kumo Pantry | 4oz 2.99 | Lemongrass, galangal and chile | @jar %#b5342a
Nori Sheets | Kumo Pantry | 10ct 4.29 | Toasted for rolls and rice | @pouch %#2f5040
Gochujang | Kumo Pantry | 17oz 5.49 | Sweet heat, slow ferment | @tub %#b52f2a
`,
  ),
  shelf(
    'indian',
    {
      motif: 'jar',
      aisle: 'Aisle 9',
      days: 420,
      popularity: 0.9,
      keep: 'Serve with rice or naan.; For the everyday kitchen.',
    },
    `
Butter Chicken Sauce | Saffron Ferry | 15oz 4.79 | Tomato, fenugreek and cream | %#df7a2f
Tikka Masala Sauce | Saffron Ferry | 15oz 4.79 | Smoky with warm spice | %#cf5a2a
Mango Chutney | Saffron Ferry | 9oz 4.29 | Sweet, sharp and gingery | %#ec9a2a
Lime Pickle | Saffron Ferry | 10oz 4.49 | Salty, sour and hot | %#95a030
Red Lentils | Saffron Ferry | 2lb 3.99 | Collapse into dal in fifteen minutes | @bag %#dd6f40
Garam Masala | Saffron Ferry | 2oz 3.99 | Cardamom, clove and cinnamon | @shaker %#7a4226
Papadums | Saffron Ferry | 7oz 3.49 | Crisp over a flame | @box %#dba545
`,
  ),
];

export const breakfast: readonly Shelf[] = [
  shelf(
    'cereal',
    {
      motif: 'box',
      aisle: 'Aisle 10',
      days: 270,
      popularity: 1.7,
      keep: 'Close the bag to keep it crisp.; Good with yogurt too.',
    },
    `
!Toasted Oat Rings | Crispin Bowl | 12oz 3.99, 18oz 5.29 | Whole grain oats, barely sweet | %#e0a02a
Honey Nut Clusters | Crispin Bowl | 14oz 4.79, 24oz 7.39 | Flakes, almonds and honey | %#cc8a2a
Frosted Wheat Squares | Crispin Bowl | 16oz 4.49, 28oz 6.99 | Sugar on one side only | %#4f86b5
Corn Flakes | Crispin Bowl | 18oz 3.79, 32oz 5.89 | Thin and loud | %#c53f30
Cocoa Puffs of Rice | Crispin Bowl | 12oz 4.29, 21oz 6.59 | Leaves chocolate milk behind | %#5a3828
!Maple Pecan Granola | Oat Parade | 12oz 5.49, 21oz 8.49 | Baked in clusters | @pouch %#a5652f
Almond Coconut Granola | Oat Parade | 12oz 5.49, 21oz 8.49 | Lightly sweet, very crunchy | @pouch %#6a9a8a
Muesli | Oat Parade | 16oz 5.29, 28oz 8.19 | Rolled grains, fruit and seeds | @pouch %#8a7f45
`,
  ),
  shelf(
    'oatmeal',
    {
      motif: 'canister',
      aisle: 'Aisle 10',
      days: 420,
      popularity: 1.5,
      keep: 'Keep dry.; Ready in minutes.',
    },
    `
!Old-Fashioned Oats | Oat Parade | 18oz 3.29, 42oz 5.49 | Whole rolled oats | %#3f6aa0
Steel-Cut Oats | Oat Parade | 24oz 4.99 | Chewy and slow | %#8a5f35
Instant Oatmeal | Oat Parade | Maple Brown Sugar/Apple Cinnamon 8ct 3.79 | Just add hot water | @box %#b5652f
Overnight Oats | Oat Parade | Vanilla Chia/Peach 2.3oz 2.29 | Add milk before bed | @cup %#dda05a
Hot Wheat Cereal | Corner Basket | 28oz 4.49 | Smooth farina, cooks in two minutes | @box %#b5392f
`,
  ),
  shelf(
    'pancakes',
    {
      motif: 'box',
      aisle: 'Aisle 10',
      days: 365,
      popularity: 1.2,
      keep: 'Best on a slow morning.; Keep closed.',
    },
    `
Buttermilk Pancake Mix | Maplesill | 32oz 4.49 | Just add water | %#dda53a
!Pure Maple Syrup | Maplesill | 8floz 7.99, 16floz 13.99 | Grade A amber, from one forest | @oilbottle %#8f4a1f
Pancake Syrup | Corner Basket | 24floz 3.29 | Thick and buttery | @squeeze %#a5602a
Agave Nectar | Honeyfold | 16oz 5.49 | Mild and pourable | @squeeze %#c9922f
`,
  ),
  shelf(
    'bars',
    {
      motif: 'box',
      aisle: 'Aisle 10',
      days: 240,
      popularity: 1.5,
      keep: 'For the desk, the car and the trail.; Individually wrapped.',
    },
    `
!Oat & Honey Granola Bars | Oat Parade | 6ct 3.49, 12ct 5.99 | Two crisp bars to a pack | %#c9922a
Peanut Butter Chewy Bars | Oat Parade | 6ct 3.79 | Soft with chocolate chips | %#b5702f
Fruit & Nut Bars | Tumblenut | Cherry Almond/Cashew Date 5ct 6.49 | Four ingredients at most | %#a53f4a
Protein Bars | Voltana | Chocolate/Peanut/Mint 4ct 8.49 | Twenty grams of protein | %#3f7a8a
Fig Bars | Oat Parade | 6ct 4.29 | Whole wheat around real fruit | %#7a4a3f
`,
  ),
];

export const snacks: readonly Shelf[] = [
  shelf(
    'chips',
    {
      motif: 'chipbag',
      aisle: 'Aisle 11',
      days: 100,
      popularity: 2.2,
      keep: 'Reseal to keep crisp.; Best shared.',
    },
    `
!Kettle Potato Chips | Kettlemoor | Sea Salt/Jalapeño/Salt & Vinegar/Barbecue 8oz 3.99 | Cooked in small kettles until loud | %#b5452f
Ridged Potato Chips | Kettlemoor | Original/Sour Cream 9oz 4.29 | Built for dip | %#d9a02f
!Tortilla Chips | Casa Benavente | 13oz 3.49, 20oz 4.99 | Stone-ground yellow corn | %#d58f2a
Lime Tortilla Chips | Casa Benavente | 11oz 3.79, 19oz 5.89 | A squeeze in every bite | %#7aa535
Cheese Puffs | Kettlemoor | 7oz 3.79, 12oz 5.89 | Baked, with real cheddar | %#ee8f22
Pretzel Twists | Snapwick | 16oz 3.29, 28oz 5.09 | Salted and snappy | %#8a5226
Peanut Butter Pretzels | Snapwick | 14oz 5.29, 24oz 8.19 | Filled nuggets | %#a5642a
Plantain Chips | Casa Benavente | Salted/Chile Lime 5oz 2.99 | Thin and just sweet | %#dcb030
Pita Chips | Snapwick | 8oz 3.99, 14oz 6.19 | Twice-baked with sea salt | %#c99a52
Veggie Straws | Kettlemoor | 7oz 3.99, 12oz 6.19 | Potato, spinach and tomato | %#7a9f3f
`,
  ),
  shelf(
    'crackers',
    {
      motif: 'box',
      aisle: 'Aisle 11',
      days: 200,
      popularity: 1.4,
      keep: 'Keep the sleeve closed.; For cheese and soup.',
    },
    `
!Butter Crackers | Snapwick | 13.7oz 3.79, 24oz 5.89 | Round and flaky | %#c93a2f
Saltines | Snapwick | 16oz 2.79, 28oz 4.29 | Four sleeves for soup season | %#3f6fa8
!Cheddar Squares | Snapwick | 12oz 4.29, 21oz 6.59 | Real cheese, baked crisp | %#ec8a22
Seed Crackers | Grist & Gable | 5oz 5.49, 9oz 8.49 | Flax, sunflower and sesame | %#6a5a3f #gluten-free
Rice Cakes | Grist & Gable | Lightly Salted/Caramel 14ct 3.29 | Airy and crunchy | @bag %#c49a62
Graham Crackers | Crumbly Oak | 14oz 3.99, 24oz 6.19 | Honeyed, for s'mores | %#a5652a
`,
  ),
  shelf(
    'nuts',
    {
      motif: 'pouch',
      aisle: 'Aisle 11',
      days: 240,
      popularity: 1.3,
      keep: 'Keep cool to stay fresh.; Unopened, keeps for months.',
    },
    `
!Roasted Almonds | Tumblenut | 16oz 8.99, 28oz 13.89 | Dry-roasted with sea salt | %#9a6232
Cashews | Tumblenut | Raw/Salted 10oz 7.99 | Whole, large and creamy | %#d0a55a
Texas Pecan Halves | Tumblenut | 12oz 9.99, 21oz 15.49 | New crop, from the Colorado River bottom | %#855028
Mixed Nuts | Tumblenut | 15oz 9.49, 26oz 14.69 | Fewer peanuts, more of the rest | @can %#6a4a8a
Trail Mix | Tumblenut | Classic/Tropical 14oz 6.49 | Nuts, seeds, fruit and chocolate | %#5a8a3f
Dry-Roasted Peanuts | Tumblenut | 16oz 3.79, 28oz 5.89 | Salted, in a jar | @jar %#c08a3a
Raisins | Hollowell Orchards | 15oz 4.29, 6ct 2.29 | Sun-dried and seedless | @box %#5f2f5a
Dried Mango | Hollowell Orchards | 6oz 4.79, 10oz 7.39 | No sugar added | %#ee9f2a
Medjool Dates | Hollowell Orchards | 12oz 6.99, 21oz 10.79 | Soft as caramel | %#5f3622
Pumpkin Seeds | Tumblenut | 8oz 4.29, 14oz 6.59 | Hulled and roasted | %#6a8a42
`,
  ),
  shelf(
    'cookies',
    {
      motif: 'cookiebag',
      aisle: 'Aisle 12',
      days: 180,
      popularity: 1.4,
      keep: 'Close the pack, if any are left.; Milk recommended.',
    },
    `
!Chocolate Chip Cookies | Crumbly Oak | Crunchy/Chewy 13oz 3.99 | Butter and big chips | ~Texture %#8a5428
Chocolate Sandwich Cookies | Crumbly Oak | 14oz 3.79, 24oz 5.89 | Twist, dip, repeat | @box %#2f2a3a
Oatmeal Raisin Cookies | Crumbly Oak | 11oz 3.99, 19oz 6.19 | Soft with cinnamon | %#a5713a
Shortbread | Crumbly Oak | 6oz 4.49, 10oz 6.99 | All butter, thick fingers | @box %#b5402f
Ginger Snaps | Crumbly Oak | 12oz 3.49, 21oz 5.39 | A proper bite | %#95582a
Animal Crackers | Crumbly Oak | 16oz 3.49, 28oz 5.39 | For small hands | %#d0902a
`,
  ),
  shelf(
    'candy',
    {
      motif: 'bar',
      aisle: 'Aisle 12',
      days: 300,
      popularity: 1.2,
      keep: 'Store below 75°F.; Wrapped for sharing.',
    },
    `
!Dark Chocolate Bar | Cocoa Verity | 72%/85%/Sea Salt 85g 3.49 | Single-origin beans, slow conch | %#4a2a24
Milk Chocolate Bar | Cocoa Verity | Plain/Almond 3oz 3.29 | Creamy with caramel notes | %#8a5230
Chocolate Caramels | Cocoa Verity | 5oz 5.49 | Soft centers with sea salt | @pouch %#7a4626
Peanut Butter Cups | Cocoa Verity | 4ct 2.79, 9oz 5.99 | Dark shell, salty middle | @pouch %#c9752a
Fruit Gummies | Sugarmill Row | 8oz 2.99 | Made with juice | @pouch %#d0405f
Peppermint Candies | Sugarmill Row | 9oz 2.49 | The kind by the register | @bag %#d03f4a
Pecan Pralines | Sugarmill Row | 6oz 6.99 | Creamy, Texas-style | @box %#a5703f
Chewing Gum | Sugarmill Row | Mint/Cinnamon 3ct 2.99 | Sugar-free | @pouch %#3f9a8a
`,
  ),
  shelf(
    'popcorn',
    { motif: 'chipbag', aisle: 'Aisle 11', days: 150, popularity: 1.3, keep: 'For the sofa.; Keep closed.' },
    `
!Sea Salt Popcorn | Popwell Lane | 5oz 3.49, 9oz 5.39 | Popped in sunflower oil | %#4f8fc0
White Cheddar Popcorn | Popwell Lane | 5oz 3.79, 9oz 5.89 | Dusted generously | %#e0b24a
Kettle Corn | Popwell Lane | 7oz 3.79, 12oz 5.89 | Sweet, salty and crackly | %#c9402f
Microwave Popcorn | Popwell Lane | Butter/Light 6ct 4.49 | Three minutes to a full bowl | @box %#e0a022
Popping Corn | Popwell Lane | 28oz 3.29 | Yellow kernels for the pot | @bag %#e3b52f
`,
  ),
];

export const beverages: readonly Shelf[] = [
  shelf(
    'water',
    {
      motif: 'waterbottle',
      aisle: 'Aisle 13',
      days: 540,
      popularity: 2,
      keep: 'Serve cold.; Please recycle.',
    },
    `
!Spring Water | Clearspan | 24ct 5.49, 33.8floz 1.79 | From a protected aquifer | %#4a9ac9 #bulky
Purified Water, Gallon | Clearspan | 128floz 1.39 | For the kitchen and the iron | @jug %#6aaed0 #bulky
!Sparkling Water | Fizzwright | Lime/Grapefruit/Plain/Black Cherry 8ct 4.29 | Bubbles and a trace of fruit | @drinkcan %#5aa5a8 #bulky
Mineral Water | Clearspan | 750ml 2.49 | Gently sparkling, in glass | @oilbottle %#4f8a6a
Coconut Water | Greenhusk | 16.9floz 2.99, 33.8floz 4.99 | From young coconuts | @carton %#5fa58f
Tonic Water | Fizzwright | 6ct 4.99 | Real quinine, less sugar | @drinkcan %#d5b93f
`,
  ),
  shelf(
    'soda',
    {
      motif: 'drinkcan',
      aisle: 'Aisle 13',
      days: 270,
      popularity: 1.6,
      keep: 'Serve over ice.; Please recycle.',
    },
    `
!Cola | Fizzwright | Classic/Zero 12ct 6.49 | Cane sugar and a little vanilla | %#b52f2f #bulky
Lemon-Lime Soda | Fizzwright | 12ct 6.49 | Clear, crisp and caffeine-free | %#6fb53a #bulky
Root Beer | Fizzwright | 6ct 5.49, 12floz 1.49 | Sassafras, vanilla and a long head | %#5f3524
Ginger Ale | Fizzwright | 12ct 6.49 | Dry, with real ginger | %#c9a23f #bulky
Grapefruit Soda | Fizzwright | 6ct 5.49 | Bittersweet and pink | %#e87a62
Mexican-Style Cane Soda | Fizzwright | Mandarin/Lime/Tamarind 12floz 1.79 | In glass, with cane sugar | @bottle %#ee8a22
`,
  ),
  shelf(
    'juice',
    {
      motif: 'juicebottle',
      aisle: 'Dairy',
      days: 40,
      popularity: 1.9,
      keep: 'Shake and serve cold.; Use within a week of opening.',
    },
    `
!Orange Juice | Citrine Grove | No Pulp/Some Pulp 52floz 4.49 | Not from concentrate | %#f09a22
Organic Apple Juice | Sable Creek | 64floz 5.49 | Pressed and clear | %#d5a03a
Cranberry Juice Cocktail | Citrine Grove | 64floz 3.99 | Tart and ruby | %#b52a40
Lemonade | Citrine Grove | Classic/Strawberry 52floz 3.49 | Lemons, sugar and water | %#eed04f
Green Juice | Citrine Grove | 15floz 4.99 | Celery, apple, kale and ginger | %#5f9a3a
Tomato Juice | Citrine Grove | 46floz 3.29 | Low sodium | @can %#c9392a
Apple Juice Boxes | Tiny Orchard | 8ct 3.79 | No sugar added | @box %#7fb040
Lemon Juice | Citrine Grove | 15floz 3.29 | From concentrate, for the pantry | %#e8c82f
`,
  ),
  shelf(
    'coffee',
    {
      motif: 'coffeebag',
      aisle: 'Aisle 14',
      days: 270,
      popularity: 2,
      keep: 'Roasted in Austin.; Keep airtight, away from light.',
    },
    `
!House Blend Coffee | Bold Anvil | Whole Bean/Ground 12oz 10.99 | Chocolate, pecan and a clean finish | ~Form %#6a3f2a {Roast=Medium}
French Roast Coffee | Bold Anvil | Whole Bean/Ground 12oz 10.99 | Smoky and full | ~Form %#3a2a26 {Roast=Dark}
Breakfast Blend Coffee | Bold Anvil | Whole Bean/Ground 12oz 10.99 | Bright and easy | ~Form %#b5692f {Roast=Light}
Single-Origin Ethiopia | Bold Anvil | 12oz 14.99 | Jasmine, peach and lemon | %#a53f4f {Roast=Light} {Form=Whole bean}
Decaf Coffee | Bold Anvil | 12oz 11.99 | Water process, nothing missing | %#3f6a5a {Roast=Medium} {Form=Ground}
Coffee Pods | Bold Anvil | Medium/Dark 12ct 8.99 | For single-cup brewers | @box %#5a3a2a {Form=Pods} {Roast=Medium}
Instant Coffee | Corner Basket | 7oz 7.49 | Dissolves hot or cold | @jar %#7a4a26 {Form=Instant} {Roast=Medium}
!Cold Brew Coffee | Bold Anvil | Black/Vanilla 32floz 5.99 | Steeped eighteen hours | @bottle %#3f2c28 {Form=Ready to drink} {Roast=Dark}
`,
  ),
  shelf(
    'tea',
    {
      motif: 'teabox',
      aisle: 'Aisle 14',
      days: 700,
      popularity: 1.1,
      keep: 'Made with whole leaves and flowers.; Keep dry.',
    },
    `
!English Breakfast Tea | Teasel & Thyme | 20ct 4.29, 40ct 7.49 | Malty, takes milk | %#b5342f {Caffeine=Yes}
Earl Grey Tea | Teasel & Thyme | 20ct 4.29 | Bergamot and black leaves | %#3f4f7a {Caffeine=Yes}
Green Tea | Teasel & Thyme | 20ct 4.29 | Steamed, grassy and soft | %#5f9a45 {Caffeine=Yes}
Chamomile Tea | Teasel & Thyme | 20ct 4.29 | Whole flowers for the evening | %#e0b53a {Caffeine=No}
Peppermint Tea | Teasel & Thyme | 20ct 4.29 | Cooling and clear | %#3f9a7a {Caffeine=No}
Hibiscus Tea | Teasel & Thyme | 20ct 4.29 | Jamaica by another name | %#b52a55 {Caffeine=No}
Masala Chai | Saffron Ferry | 20ct 4.99 | Assam with ginger and cardamom | %#b5692a {Caffeine=Yes}
!Iced Tea | Teasel & Thyme | Sweet/Unsweet 64floz 3.29 | Brewed, then chilled | @jug %#a5562a {Caffeine=Yes}
`,
  ),
  shelf(
    'energy',
    {
      motif: 'waterbottle',
      aisle: 'Aisle 13',
      days: 300,
      popularity: 1.2,
      keep: 'Serve cold.; Not for children.',
    },
    `
!Sports Drink | Voltana | Orange/Berry/Lemon-Lime 28floz 1.99 | Electrolytes for hot afternoons | %#ee7a22
Zero Sugar Sports Drink | Voltana | Berry/Citrus 28floz 1.99 | The same salts, no sugar | %#3f8ac9
Energy Drink | Voltana | Original/Tropical 16floz 2.99 | Green tea caffeine | @drinkcan %#2f2f3f
Electrolyte Powder | Voltana | 10ct 9.99 | One stick per bottle | @box %#3fa5a0
`,
  ),
  shelf(
    'kombucha',
    {
      motif: 'bottle',
      aisle: 'Produce',
      days: 75,
      popularity: 1,
      keep: 'Keep cold, do not shake.; Raw and alive.',
    },
    `
!Kombucha | Kombrio | Ginger/Raspberry/Mango 16floz 3.49 | Tart, lightly sparkling tea | %#c9803a
Probiotic Soda | Kombrio | Cherry/Orange Cream 12floz 2.49 | Five grams of sugar | @drinkcan %#d0506a
Water Kefir | Kombrio | 12floz 3.29 | Ginger and lemon | %#d5b84a
`,
  ),
];
