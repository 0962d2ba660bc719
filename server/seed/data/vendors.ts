type VendorSeed = {
  key: string;
  name: string;
  contact: string;
  email: string;
  phone: string;
  address: { line1: string; city: string; state: string; postalCode: string };
  taxNumber: string;
  paymentTerms: string;
  /** Departments that this vendor delivers. */
  departments: readonly string[];
};

/** name | contact | address | terms | departments */
const table = `
Hill Country Produce Co-op | Marisol Treviño | 4410 Springdale Rd, Austin, TX 78723 | Net 14 | produce
Colorado River Growers | Dale Whitcomb | 920 Farm Rd 969, Bastrop, TX 78602 | Net 7 | produce
Valle Verde Fruit Imports | Rogelio Cantú | 2601 S 23rd St, McAllen, TX 78503 | Net 21 | produce
Hearth & Stone Wholesale Bakers | Ingrid Paulsen | 811 Airport Blvd, Austin, TX 78702 | Net 7 | bakery
Blackland Dairy Supply | Curtis Mabry | 1500 Dairy Rd, Temple, TX 76501 | Net 14 | dairy,cheese-deli
Central Texas Egg Farmers | Opal Hendricks | 377 County Rd 118, Gonzales, TX 78629 | Net 14 | dairy
Lavaca Cheese Merchants | Étienne Brassard | 6204 Burleson Rd, Austin, TX 78744 | Net 30 | cheese-deli
Llano Meat Packers | Wade Stubblefield | 1212 Packing House Rd, San Antonio, TX 78207 | Net 10 | meat
Pedernales Poultry | Thuy Nguyen-Ross | 88 Ranch Rd 1, Stonewall, TX 78671 | Net 10 | meat
Galveston Day Boat Seafood | Andre Fontenot | 19 Pier Ln, Galveston, TX 77550 | On delivery | seafood
Norte Cold Chain | Priya Raman | 9805 Metric Blvd, Austin, TX 78758 | Net 30 | frozen,meat,seafood
Capital Dry Goods | Leonard Osei | 7301 Johnny Morris Rd, Austin, TX 78724 | Net 30 | pantry,breakfast,snacks
Lone Cedar Distributing | Becky Ammons | 4100 Old Settlers Blvd, Round Rock, TX 78665 | Net 30 | pantry,breakfast,snacks,beverages
Mercado del Sol Foods | Ximena Robles | 1650 Zarzamora St, San Antonio, TX 78207 | Net 21 | pantry,snacks
Pacific Rim Pantry | Kenji Morita | 10901 Lamar Blvd, Austin, TX 78753 | Net 30 | pantry
Barton Beverage Group | Tasha Greer | 2300 Industrial Blvd, Austin, TX 78745 | Net 30 | beverages
Live Oak Coffee & Tea Traders | Samir Haddad | 500 Comal St, Austin, TX 78702 | Net 21 | beverages
Brightway Household Supply | Colleen Ferris | 14200 Immanuel Rd, Pflugerville, TX 78660 | Net 45 | household
Trinity Health & Beauty Wholesale | Monique Baptiste | 3333 Earhart Dr, Carrollton, TX 75006 | Net 45 | health-beauty,baby
Pawprint Pet Wholesale | Grant Lindqvist | 705 Commerce Cv, Cedar Park, TX 78613 | Net 30 | pet
`;

export const vendors: readonly VendorSeed[] = table
  .trim()
  .split('\n')
  .map((line, index) => {
    const [name = '', contact = '', place = '', paymentTerms = '', departments = ''] = line.split(' | ');
    const [line1 = '', city = '', region = ''] = place.split(', ');
    const [state = '', postalCode = ''] = region.split(' ');
    const key = name.toLowerCase().replace(/[^a-z]+/g, '-');
    return {
      key,
      name,
      contact,
      email: `orders@${key}.example`,
      phone: `+1512555${String(160 + index).padStart(4, '0')}`,
      address: { line1, city, state, postalCode },
      taxNumber: `74-${String(5500017 + index * 8123)}`,
      paymentTerms,
      departments: departments.split(','),
    };
  });
