import { gtinCheckDigit } from '@aisle/contract/catalog/sub-products';
import { productFile, readPublicGroceries, tableOf } from '../server/test/baskets/public-groceries.ts';

/** A product list to import, and a basket to order from it. */
export interface Groceries {
  csv: string;
  rows: number;
  /** The rows with an error and its message; the heading is row 1. */
  badRows: { row: number; column: string; message: string }[];
  /** The items that can be sold in the end: SKU, name and price in cents. */
  goods: { sku: string; name: string; price: number }[];
  /** A name with characters that are difficult in tables. */
  hardName: string;
  basket: { sku: string; quantity: number }[];
}

const heading = ['product_id', 'product_name', 'department', 'aisle', 'price_cents', 'ean_code'];

/** The public lists if a folder contains them, otherwise sixty invented products in the same format. */
export const groceries = (): Promise<Groceries> | Groceries =>
  process.env.GROCERIES_DIR ? publicGroceries(process.env.GROCERIES_DIR) : inventedGroceries();

const shelves: Record<string, Record<string, string[]>> = {
  produce: {
    'fresh fruits': ['Bananas', 'Gala Apples, Bag', 'Açaí Berries', 'Navel Oranges', 'Pink Grapefruit'],
    'fresh vegetables': ['Baby Spinach', 'Jalapeño Peppers', 'Cucumber', 'Sweet Onions', 'Rainbow Chard'],
  },
  'dairy eggs': {
    milk: ['Whole Milk', 'Oat Drink, Barista', '2% Milk', 'Crème Fraîche'],
    yogurt: ['Greek Yogurt "0% Fat"', 'Peach & Mango Yogurt', 'Kefir', 'Skyr, Plain'],
    eggs: ['Dozen Large Eggs', 'Brown Eggs & Love', 'Quail Eggs'],
  },
  bakery: {
    bread: ['Sourdough Loaf', 'Pain de Mie, Sliced', '"Everything" Bagels', 'Rye & Seed Bread'],
    'breakfast bakery': ['Croissants', 'Blueberry Muffins', 'Kouign-Amann'],
  },
  pantry: {
    'pasta sauce': ['Tomato & Basil Sauce', 'Pesto alla Genovese', 'Arrabbiata, Extra Hot'],
    'oils vinegars': ['Olive Oil, Extra Virgin', 'Sherry Vinegar', 'Sesame Oil'],
    'baking ingredients': ['Bread Flour', 'Brown Sugar', 'Vanilla Extract', 'Piñon Nuts'],
  },
  beverages: {
    coffee: ['Espresso Beans', 'Café de Olla', 'Decaf, "House" Blend'],
    tea: ['Earl Grey', 'Rooibos & Orange', 'Señorita Mint Tea'],
    'water seltzer': ['Sparkling Water', 'Lime Seltzer, 12 Pack', 'Tonic Water'],
  },
  frozen: {
    'ice cream': ['Dulce de Leche Ice Cream', 'Mochi, Assorted', 'Lemon Sorbet'],
    'frozen meals': ['Veggie Lasagne', 'Chicken & Rice Bowl', 'Shepherd’s Pie'],
  },
  household: {
    'paper goods': ['Paper Towels, 6 Rolls', 'Napkins'],
    'cleaning products': ['Dish Soap', 'All-Purpose Cleaner 18" Wand', 'Sponges & Cloths'],
  },
};

function inventedGroceries(): Groceries {
  const goods: Groceries['goods'] = [];
  const rows: string[][] = [];
  for (const [department, aisles] of Object.entries(shelves)) {
    for (const [aisle, names] of Object.entries(aisles)) {
      for (const name of names) {
        const id = String(7001 + goods.length);
        const price = 100 + ((goods.length * 137) % 900);
        const digits = `40123456${id}`;
        // Loose items and those of small manufacturers have no barcode.
        const barcode = goods.length % 3 === 0 ? '' : digits + gtinCheckDigit(digits);
        goods.push({ sku: `P${id}`, name, price });
        rows.push([id, name, department, aisle, String(price), barcode]);
      }
    }
  }
  const good = rows.length;
  rows.push(['7901', 'Free Lunch', 'pantry', 'pasta sauce', 'free', '']);
  rows.push(['7902', '', 'pantry', 'pasta sauce', '250', '']);
  rows.push(['7903', 'Mistyped Tea', 'beverages', 'tea', '250', '4012345670018']);
  return {
    csv: tableOf([heading, ...rows]),
    rows: rows.length,
    badRows: [
      { row: good + 2, column: 'price_cents', message: "Isn't a price above 0 with at most 2 decimals" },
      { row: good + 3, column: 'product_name', message: 'Name is required' },
      {
        row: good + 4,
        column: 'ean_code',
        message: "This barcode's check digit is wrong. Check it for typos",
      },
    ],
    goods,
    hardName: 'Greek Yogurt "0% Fat"',
    basket: [
      { sku: goods[2]!.sku, quantity: 3 },
      { sku: goods[13]!.sku, quantity: 2 },
      { sku: goods[20]!.sku, quantity: 5 },
      { sku: goods[31]!.sku, quantity: 1 },
    ],
  };
}

/** Products, aisles and departments in three files, and orders in a fourth. */
async function publicGroceries(folder: string): Promise<Groceries> {
  const { goods, baskets } = await readPublicGroceries(folder);
  return {
    csv: productFile(goods),
    rows: goods.length,
    badRows: [],
    goods,
    hardName: goods.find(({ name }) => /["&,]/.test(name))?.name ?? goods[0]!.name,
    basket: baskets[0]!.skus.map((sku) => ({ sku, quantity: 1 })),
  };
}
