import type { TaxKey } from './taxes.ts';

export type SpecificationSeed = {
  name: string;
  type: 'text' | 'number' | 'option';
  options: readonly string[];
  required: boolean;
};

type CategorySeed = {
  key: string;
  name: string;
  parentKey: string | null;
  description: string;
  /** Null: inherits from the parent. */
  taxKey: TaxKey | null;
  specifications: readonly SpecificationSeed[];
  color: string;
  sortOrder: number;
};

const text = (name: string): SpecificationSeed => ({ name, type: 'text', options: [], required: false });
const number = (name: string): SpecificationSeed => ({ name, type: 'number', options: [], required: false });
const option = (name: string, options: string, required = false): SpecificationSeed => ({
  name,
  type: 'option',
  options: options.split('/'),
  required,
});

/** Inherited by all categories below, like the taxes. */
const specifications: Readonly<Record<string, readonly SpecificationSeed[]>> = {
  produce: [text('Origin'), option('Farming', 'Conventional/Organic', true)],
  milk: [option('Fat', 'Skim/1%/2%/Whole', true)],
  'plant-milk': [option('Sweetened', 'Yes/No')],
  cheese: [option('Milk', 'Cow/Goat/Sheep/Buffalo/Plant', true)],
  beef: [option('Grade', 'Select/Choice/Prime', true)],
  seafood: [option('Catch', 'Wild/Farmed', true), option('Previously frozen', 'Yes/No')],
  'frozen-pizza': [number('Bake minutes')],
  'frozen-meals': [number('Microwave minutes')],
  coffee: [
    option('Roast', 'Light/Medium/Dark', true),
    option('Form', 'Whole bean/Ground/Pods/Instant/Ready to drink'),
  ],
  tea: [option('Caffeine', 'Yes/No')],
  'hot-sauce': [option('Heat', 'Mild/Medium/Hot')],
  'paper-goods': [number('Ply')],
  laundry: [option('Machine', 'Any/High efficiency')],
  vitamins: [option('Form', 'Tablet/Gummy/Softgel/Powder'), text('Directions')],
  diapers: [number('Count')],
  'dog-food': [option('Life stage', 'Puppy/Adult/Senior', true)],
  'cat-food': [option('Life stage', 'Kitten/Adult/Senior', true)],
};

/** Indented by two spaces per level: key: name; description [tax] #color (departments only). */
const tree = `
produce: Produce; Fresh fruit, vegetables and herbs, delivered daily [groceries] #5b8c3e
  fruit: Fruit; Whole fruit by the piece, pound and bag
    citrus: Citrus; Oranges, lemons, limes and grapefruit
    berries: Berries & Cherries; Small fruit by the box
    apples-pears: Apples & Pears; Crisp and soft, for the lunch box and the oven
    tropical: Tropical Fruit; Bananas, mangos, pineapple and more
    stone-melon: Grapes, Stone Fruit & Melons; What is in season
  vegetables: Vegetables; For roasting, steaming and eating raw
    leafy-greens: Leafy Greens; Heads, bunches and stems
    roots: Roots, Onions & Potatoes; What keeps in the cellar
    salad-vegetables: Tomatoes, Peppers & Cucumbers; For salads and the grill
    other-vegetables: More Vegetables; Squash, broccoli, beans and mushrooms
  salads: Packaged Salads; Washed and ready for the bowl
  herbs: Fresh Herbs; By the bunch and in pots
bakery: Bakery; Bread, tortillas and sweet things [groceries] #b07a3c
  bread: Bread; Loaves for every day and for the table
    sliced-bread: Sliced Bread; For toast and sandwiches
    artisan-bread: Artisan Loaves; Slow dough, dark crust
  buns: Buns & Rolls; For burgers, dogs and dinner
  tortillas: Tortillas & Flatbreads; Corn, flour, pita and naan
  bagels: Bagels & Breakfast Breads; For the toaster
  pastries: Cakes & Pastries; For coffee and birthdays
dairy: Dairy & Eggs; Milk, yogurt, butter and eggs [groceries] #4d86b8
  milk: Milk; By the carton and half gallon
  plant-milk: Plant Milk; Oat, almond, soy and coconut
  yogurt: Yogurt; Greek, plain and drinkable
  butter: Butter & Spreads; For bread and baking
  cream: Cream & Creamers; For coffee, sauces and whipping
  eggs: Eggs; By the half dozen, dozen and flat
cheese-deli: Cheese & Deli; From the counter and the case [groceries] #c9982f
  cheese: Cheese; For boards, melting and snacking
    everyday-cheese: Sliced & Shredded; For sandwiches and tacos
    specialty-cheese: Specialty Cheese; Cut to order by weight
  deli-meat: Deli Meat; Sliced at the counter
  dips: Dips & Hummus; For chips and carrots
  olives: Olives & Antipasti; Cured, stuffed and marinated
  prepared: Prepared Meals; Made in the store kitchens today [prepared]
meat: Meat & Poultry; Cut and packed by our butchers [groceries] #a8453f
  beef: Beef; Steaks, roasts and ground
  poultry: Chicken & Turkey; Whole, in parts and ground
  pork: Pork; Chops, shoulder and ribs
  sausage: Sausage & Bacon; Smoked and fresh
  plant-protein: Plant Protein; Tofu, tempeh and burgers
seafood: Seafood; Gulf catch and cold-water fish [groceries] #2f7f95
  fish: Fish; Fillets and steaks by the pound
  shellfish: Shellfish; Shrimp, scallops and mussels
  smoked-fish: Smoked Fish; For bagels and boards
frozen: Frozen; From the freezer aisle [groceries] #5a8fc4
  frozen-vegetables: Frozen Vegetables & Fruit; Picked ripe and frozen
  frozen-pizza: Frozen Pizza; Ready in minutes
  frozen-meals: Frozen Meals & Sides; Dinners, dumplings and fries
  ice-cream: Ice Cream & Treats; Pints, tubs and bars
  frozen-breakfast: Frozen Breakfast; Waffles, burritos and bagels
pantry: Pantry; What a kitchen runs on [groceries] #a5673f
  pasta: Pasta; Long, short and filled
  rice-grains: Rice, Grains & Dry Beans; By the bag
  canned: Canned Beans & Vegetables; Ready when you are
  canned-fish: Canned Fish; Tuna, salmon and sardines
  pasta-sauce: Pasta Sauce; Red, white and green
  oils: Oils & Vinegars; For frying and dressing
  condiments: Condiments & Dressings; For the fridge door
    hot-sauce: Salsa & Hot Sauce; From mild to very hot
  spices: Herbs & Spices; Whole and ground
  baking: Baking; Flour, sugar and everything that rises
  spreads: Nut Butter, Honey & Jam; For toast
  soup: Soup & Broth; Ready to heat
  world: World Foods; Staples from many kitchens
    mexican: Mexican; Masa, chiles and beans
    asian: East & Southeast Asian; Noodles, sauces and coconut milk
    indian: South Asian; Lentils, sauces and chutneys
breakfast: Breakfast; For the first meal of the day [groceries] #c58a35
  cereal: Cereal & Granola; For the bowl
  oatmeal: Oatmeal; Rolled, steel-cut and instant
  pancakes: Pancake Mix & Syrup; For slow mornings
  bars: Breakfast & Snack Bars; For the bag
snacks: Snacks & Candy; Salty, sweet and in between [groceries] #b8593a
  chips: Chips & Pretzels; By the bag
  crackers: Crackers; For cheese and soup
  nuts: Nuts & Dried Fruit; Raw, roasted and mixed
  cookies: Cookies; For the jar
  candy: Chocolate & Candy; A little something [sugary]
  popcorn: Popcorn; Popped and to pop
beverages: Beverages; Water, juice, coffee and tea [groceries] #3f8fa8
  water: Water & Seltzer; Still and sparkling
  soda: Soda; Colas, citrus and root beer [sugary]
  juice: Juice; Pressed, chilled and boxed
  coffee: Coffee; Whole bean, ground and cold
  tea: Tea; Bags, leaves and bottles
  energy: Sports & Energy Drinks; For long days [sugary]
  kombucha: Kombucha & Probiotic Drinks; Alive and lightly sparkling
household: Household; For cleaning, washing and wrapping [household] #5f7fa3
  paper-goods: Paper Goods; Towels, tissue and napkins
  laundry: Laundry; Detergent and softener
  dish: Dish Care; For the sink and the machine
  cleaners: Cleaners; Sprays, wipes and powders
  bags-wraps: Bags, Foil & Wraps; For leftovers and trash
  home: Home Essentials; Candles, batteries and charcoal
health-beauty: Health & Beauty; For the bathroom cabinet [household] #9a6f9f
  hair: Hair Care; Shampoo and conditioner
  bath: Bath & Body; Soap, lotion and deodorant
  oral: Oral Care; Paste, brushes and floss
  vitamins: Vitamins; For every day [health]
  medicine: Medicine & First Aid; For aches, colds and scrapes [health]
baby: Baby; For the smallest shoppers [groceries] #7fa6c9
  diapers: Diapers & Wipes; In every size [health]
  baby-food: Baby Food; Purees, cereals and snacks
  baby-care: Baby Care; Gentle wash and lotion [household]
pet: Pet; For dogs, cats and birds [household] #8f7a4d
  dog-food: Dog Food & Treats; Dry, wet and chewy
  cat-food: Cat Food & Treats; Dry, wet and crunchy
  pet-supplies: Litter & Supplies; For the rest
`;

export const categories: readonly CategorySeed[] = readTree();

export const categoryByKey: ReadonlyMap<string, CategorySeed> = new Map(
  categories.map((each) => [each.key, each]),
);

/** The category and all categories above it, from the department down. */
export function categoryPath(key: string): CategorySeed[] {
  const category = categoryByKey.get(key);
  if (!category) throw new Error(`No category ${key}`);
  return category.parentKey ? [...categoryPath(category.parentKey), category] : [category];
}

function readTree(): CategorySeed[] {
  const above: CategorySeed[] = [];
  const siblings = new Map<string | null, number>();
  return tree
    .trim()
    .split('\n')
    .map((line) => {
      const [, indent = '', key = '', name = '', description = '', tax, color] =
        line.match(/^( *)([a-z-]+): (.+?); (.+?)(?: \[([a-z]+)\])?(?: (#[0-9a-f]{6}))?$/) ?? [];
      const depth = indent.length / 2;
      const parent = depth > 0 ? above[depth - 1] : undefined;
      const parentKey = parent?.key ?? null;
      const sortOrder = (siblings.get(parentKey) ?? 0) + 1;
      siblings.set(parentKey, sortOrder);
      const category: CategorySeed = {
        key,
        name,
        parentKey,
        description,
        taxKey: (tax as TaxKey | undefined) ?? null,
        specifications: specifications[key] ?? [],
        color: color ?? parent?.color ?? '#888888',
        sortOrder,
      };
      above.length = depth;
      above.push(category);
      return category;
    });
}
