import { type Shelf, shelf } from './shelf.ts';

/** Name | brand | variants | in a few words | extras (@picture %color #tag {Specification=value}) */
export const produce: readonly Shelf[] = [
  shelf(
    'citrus',
    {
      motif: 'citrus',
      aisle: 'Produce',
      days: 21,
      popularity: 2.2,
      keep: 'Keeps two weeks in the crisper.; Lasts longest in the refrigerator.',
    },
    `
Navel Oranges | - | lb 1.49, 4lb 5.49 | Seedless and sweet, easy to peel | %#f08c1e
Valencia Oranges | - | lb 1.29, 8lb 8.99 | Thin-skinned and full of juice | %#f39a2b
Blood Oranges | - | lb 2.79 | Ruby flesh with a hint of raspberry | %#d9532c
!Lemons | - | ea 0.69, 2lb 3.99 | Bright, heavy and full of juice | %#f2cf3b
Meyer Lemons | Hollowell Orchards | lb 3.49 | Softer and sweeter than a common lemon | %#f0c02f
!Limes | - | ea 0.45, 2lb 2.99 | For tacos, drinks and dressings | %#7fb13a
Ruby Red Grapefruit | Hollowell Orchards | ea 1.29, 5lb 6.49 | Texas-grown, sweet with a clean bitter edge | %#ee7b5c {Origin=Texas}
Clementines | Hollowell Orchards | 3lb 6.49, 5lb 8.99 | Small, seedless and made for lunch boxes | %#f58a1f
`,
  ),
  shelf(
    'berries',
    {
      motif: 'berry',
      aisle: 'Produce',
      days: 6,
      popularity: 3,
      keep: 'Rinse just before serving.; Best within three days.',
    },
    `
!Strawberries | - | 16oz 3.99, 32oz 6.99 | Red to the shoulder and fragrant | %#d8343f
!Blueberries | - | 6oz 3.49, 18oz 6.99 | Plump, firm and dusted with bloom | %#46589b
Raspberries | - | 6oz 3.99 | Delicate and a little tart | %#d33a5e
Blackberries | - | 6oz 3.49 | Big, dark and juicy | %#4a2f55
Organic Strawberries | Sable Creek | 16oz 5.49 | Small-field berries picked ripe | %#d8343f
Organic Blueberries | Sable Creek | 11oz 5.99 | Grown without synthetic sprays | %#46589b
Sweet Cherries | - | lb 4.99 | Dark, glossy and crisp | %#8e1f34
`,
  ),
  shelf(
    'apples-pears',
    {
      motif: 'apple',
      aisle: 'Produce',
      days: 30,
      popularity: 2,
      keep: 'Crispest from the refrigerator.; Keep cool and away from greens.',
    },
    `
!Honeycrisp Apples | Hollowell Orchards | lb 2.99, 3lb 6.99 | Loud crunch, honeyed juice | %#d4473a
Gala Apples | Hollowell Orchards | lb 1.79, 3lb 4.49 | Mild and sweet, good for small hands | %#d8604a
Granny Smith Apples | - | lb 1.89, 3lb 4.79 | Tart and firm, the pie baker's choice | %#8fbc3f
Fuji Apples | - | lb 1.99 | Dense, crisp and very sweet | %#cf5a4c
Bartlett Pears | - | lb 1.99 | Buttery when the neck gives to the thumb | @pear %#b5c24a
Bosc Pears | - | lb 2.19 | Russet skin, spiced and firm | @pear %#a8793c
`,
  ),
  shelf(
    'tropical',
    {
      motif: 'pineapple',
      aisle: 'Produce',
      days: 8,
      popularity: 2.4,
      keep: 'Ripens on the counter.; Let it soften at room temperature.',
    },
    `
!Bananas | - | lb 0.59 | Yellow with a touch of green at the tip | @banana %#f1cb3c
!Organic Bananas | Sable Creek | lb 0.79 | Fair wages on the farm, sweet on the plate | @banana %#f1cb3c
!Hass Avocados | - | ea 0.99, 4ct 3.99 | Creamy, nutty and ready in a day or two | @avocado %#4f6b34
Organic Avocados | Sable Creek | 4ct 5.49 | Medium fruit from small groves | @avocado %#4f6b34
Ataulfo Mangos | - | ea 1.25 | Golden, silky and free of strings | @mango %#f0ab2d
Red Mangos | - | ea 1.49, 6ct 7.99 | Big fruit with a blush of red | @mango %#e5803a
Golden Pineapple | - | ea 3.49 | Cut it when it smells sweet at the base | %#e0a834
Kiwifruit | - | ea 0.59, 1lb 3.99 | Tangy green fruit to eat with a spoon | @citrus %#8aa63d
`,
  ),
  shelf(
    'stone-melon',
    {
      motif: 'melon',
      aisle: 'Produce',
      days: 8,
      popularity: 1.5,
      keep: 'Serve cool.; Best the day it smells ripe.',
    },
    `
Red Seedless Grapes | - | lb 2.49 | Crisp clusters, cold and sweet | @grapes %#8f2f4f
Green Seedless Grapes | - | lb 2.49 | Snappy skin with a clean finish | @grapes %#9bb94a
Seedless Watermelon | - | ea 6.99 | Heavy for its size, around fourteen pounds | %#e2474b
Cantaloupe | - | ea 3.49 | Netted skin and orange, perfumed flesh | %#f0a25a
Yellow Peaches | Hollowell Orchards | lb 2.99 | Fredericksburg style: messy and fragrant | @apple %#f0914f
`,
  ),
  shelf(
    'leafy-greens',
    {
      motif: 'leaf',
      aisle: 'Produce',
      days: 7,
      popularity: 1.8,
      keep: 'Wrap in a damp towel and chill.; Wash and dry before using.',
    },
    `
Romaine Hearts | Two Furrows | 3ct 3.99 | Crunchy inner leaves for the bowl or grill | %#6fa544
Green Leaf Lettuce | - | ea 2.29 | Ruffled and tender | %#7fb84c
Iceberg Lettuce | - | ea 1.99 | Cold, crisp and made for wedges | @cabbage %#a9cf7c
Lacinato Kale | Two Furrows | ea 2.49 | Dark leaves that hold up to a long simmer | %#3c6b4a
Green Cabbage | - | lb 0.89 | Tight heads for slaw and soup | @cabbage %#8fbf63
Baby Bok Choy | - | lb 2.49 | Juicy stems, quick to stir-fry | %#6aa84f
Collard Greens | - | ea 2.29 | Broad leaves for a low, slow pot | %#42774a
`,
  ),
  shelf(
    'roots',
    {
      motif: 'carrot',
      aisle: 'Produce',
      days: 28,
      popularity: 1.7,
      keep: 'Keeps well.; Scrub, then roast or shave.',
    },
    `
!Carrots | - | 1lb 1.29, 2lb 2.29, 5lb 4.49 | Sweet, straight and ready to peel | %#ec7f2b
Organic Rainbow Carrots | Sable Creek | 2lb 3.99 | Purple, gold and orange in one bag | %#d9682c
Red Beets | Two Furrows | ea 2.99 | A bunch of three, greens still on | @beet %#8a2748
Radishes | - | ea 1.49 | Peppery and crisp, with their tops | @beet %#d83f63
!Russet Potatoes | - | lb 0.99, 5lb 3.99, 10lb 6.49 | Floury inside, made for baking | @potato %#a87b4a
Yukon Gold Potatoes | - | lb 1.29, 5lb 4.99 | Buttery flesh that mashes smooth | @potato %#d9b45a
!Sweet Potatoes | - | lb 1.29 | Deep orange and caramel-sweet when roasted | @potato %#c4683a
!Yellow Onions | - | lb 0.99, 3lb 2.79 | The start of every soup | @onion %#d9a042
Red Onions | - | lb 1.29, 3lb 3.49 | Mild enough to eat raw | @onion %#8d2f5b
Garlic | - | ea 0.59, 3ct 1.49 | Firm heads with fat cloves | @onion %#d9cbb4
Ginger Root | - | lb 3.99 | Hot, juicy and thin-skinned | @potato %#c9a063
`,
  ),
  shelf(
    'salad-vegetables',
    {
      motif: 'pepper',
      aisle: 'Produce',
      days: 9,
      popularity: 2,
      keep: 'Tastes best at room temperature.; Keep in the crisper.',
    },
    `
!Roma Tomatoes | - | lb 1.29 | Meaty and low on seeds, for salsa and sauce | @tomato %#d6402f
Tomatoes on the Vine | - | lb 2.29 | Ripe, round and smelling of summer | @tomato %#db3b2f
Grape Tomatoes | Two Furrows | 10oz 2.99, 24oz 5.49 | Pop-in-the-mouth sweet | @berry %#dc3f36
Red Bell Peppers | - | ea 1.49, 3ct 3.99 | Thick-walled and sweet | %#cf3430
Green Bell Peppers | - | ea 0.89 | Grassy and crisp, for fajitas and stuffing | %#4f9440
!Jalapeños | - | lb 1.49 | Shiny, green and fairly hot | @chile %#3f8338
Poblano Peppers | - | lb 2.29 | Mild heat, best charred and peeled | @chile %#2f6a3a
English Cucumber | - | ea 1.49 | Seedless, thin-skinned and cool | @cucumber %#4a8a47
Persian Cucumbers | Two Furrows | 6ct 3.49 | Snack-sized with extra crunch | @cucumber %#5a9a4a
`,
  ),
  shelf(
    'other-vegetables',
    {
      motif: 'broccoli',
      aisle: 'Produce',
      days: 9,
      popularity: 1.5,
      keep: 'Keep chilled and dry.; Ready in ten minutes of steam.',
    },
    `
!Broccoli Crowns | - | lb 1.99 | Tight florets on tender stems | %#4c8c4a
Cauliflower | - | ea 3.49 | White, heavy heads | %#e9e2c9
Brussels Sprouts | - | 1lb 3.49 | Small and sweet, best roasted hard | @cabbage %#7aa84f
Asparagus | - | lb 3.99 | Slim spears with closed tips | @asparagus %#5f9a4c
Green Beans | - | lb 2.49, 12oz 2.99 | They snap when they are bent | @asparagus %#4f8f3f
Zucchini | - | lb 1.69 | Small enough to be sweet | @cucumber %#4d7f3f
Butternut Squash | - | lb 1.49 | Nutty, dense and good for soup | @pear %#e0a765
White Mushrooms | - | 8oz 2.49, 16oz 4.29 | Clean caps, closed gills | @mushroom %#ddcdb5
Cremini Mushrooms | Two Furrows | 8oz 2.99 | Brown, firm and full of savor | @mushroom %#a87d55
Sweet Corn | - | ea 0.69, 4ct 2.49 | Milky kernels in the husk | @corn %#f0c542
Celery | - | ea 1.99 | Long, pale ribs with their leaves | @asparagus %#93bd5f
`,
  ),
  shelf(
    'salads',
    {
      motif: 'clamshell',
      aisle: 'Produce',
      days: 6,
      popularity: 2,
      keep: 'Washed three times, ready to eat.; Use within three days of opening.',
    },
    `
!Baby Spinach | Two Furrows | 5oz 3.49, 10oz 5.49 | Tender young leaves | %#4b8a45
Spring Mix | Two Furrows | 5oz 3.49, 16oz 6.99 | A dozen young lettuces in one box | %#7a9c45
Baby Arugula | Two Furrows | 5oz 3.49 | Peppery and light | %#5f9144
Southwest Chopped Salad Kit | Corner Basket | 12oz 4.49 | Cabbage, corn, tortilla strips and chipotle dressing | @bag %#d98a3a
Caesar Salad Kit | Corner Basket | 10oz 4.29 | Romaine, croutons, parmesan and dressing | @bag %#88a84f
`,
  ),
  shelf(
    'herbs',
    {
      motif: 'herb',
      aisle: 'Produce',
      days: 6,
      popularity: 1.2,
      keep: 'Stand in a glass of water.; Chop at the last minute.',
    },
    `
!Cilantro | - | ea 0.89 | A generous bunch, roots trimmed | %#4f9440
Flat-Leaf Parsley | - | ea 1.29 | Clean and green, for everything | %#3f8340
Fresh Basil | Two Furrows | 0.75oz 2.49 | Sweet leaves for tomatoes and pesto | %#4a8f3f
Fresh Mint | Two Furrows | 0.75oz 2.49 | For tea, tabbouleh and lemonade | %#3f9a63
Rosemary | Two Furrows | 0.75oz 2.49 | Piney sprigs for potatoes and lamb | %#4d7358
Green Onions | - | ea 0.89 | Crisp tops, mild whites | @asparagus %#6aa84a
`,
  ),
];
