import { locations } from './locations.ts';
import { defaultSeed, type Random, randomFor } from './random.ts';

type AddressSeed = {
  label: string;
  line1: string;
  line2: string | null;
  city: string;
  state: string;
  postalCode: string;
  latitude: number;
  longitude: number;
  isDefault: boolean;
};

export type CustomerSeed = {
  key: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  status: 'active' | 'blocked';
  notes: string | null;
  /** The store nearest to the first address. */
  locationKey: string;
  addresses: readonly AddressSeed[];
  /** How often the customer orders: most rarely, a few every other day. */
  loyalty: number;
};

export type StaffRole = 'admin' | 'owner' | 'clerk' | 'support' | 'finance' | 'catalogue';
type StaffSeed = {
  key: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  userType: 'admin' | 'store' | 'others';
  role: StaffRole;
  locationKeys: readonly string[];
};

type DriverSeed = {
  key: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: { line1: string; city: string; state: string; postalCode: string };
  licenceNumber: string;
  vehicle: { type: 'car' | 'van' | 'bicycle' | 'scooter'; plate: string | null };
  availability: 'offline' | 'available';
  locationKeys: readonly string[];
};

/** The password of every demo user. */
export const demoPassword = 'Groceries1!';

const words = (text: string) => text.trim().split(/\s+/);

export const firstNames = words(`
James Maria Wei Aisha Michael Guadalupe Priya David Fatima Robert Linh Jennifer Carlos Yuki Elizabeth Omar Sarah
Kwame Emily Rosa Daniel Mei Jessica Ahmed Thomas Xiomara Anthony Ngozi Karen Arjun Nancy Mateo Lisa Hyun Betty
Diego Sandra Tariq Ashley Minh Donna Luis Carol Ravi Michelle Jorge Amanda Ivan Melissa Chidi Deborah Sofia Mark
Leila Paul Camila Steven Ananya Andrew Noor Kenneth Valentina Joshua Amara Kevin Elena Brian Zainab George Lucia
Edward Thuy Ronald Marisol Timothy Hana Jason Beatriz Jeffrey Amina Ryan Paloma Jacob Ingrid Gary Nadia Nicholas
Esperanza Eric Sunita Jonathan Olga Stephen Imani Larry Renata Justin Keiko Scott Yesenia Brandon Farah Benjamin
Catalina Samuel Shreya Gregory Dalia Alexander Tamika Patrick Ximena Frank Anjali Raymond Graciela Jack Hoa Dennis
Zoe Jerry Abigail Tyler Isabel Aaron Olivia Jose Hannah Adam Grace Nathan Chloe Henry Naomi Zachary Ruth Peter Claire
Kyle Audrey Walter Josephine Ethan Harper Jeremy Violet Harold Ivy Keith Stella Christian Hazel Roger Nora Noah Eleanor
`);

export const lastNames = words(`
Garcia Smith Nguyen Johnson Martinez Williams Patel Brown Hernandez Jones Kim Davis Lopez Miller Gonzalez Wilson Chen
Anderson Perez Thomas Tran Taylor Rodriguez Moore Singh Jackson Ramirez Martin Okafor Lee Torres Thompson Flores White
Ali Harris Rivera Clark Wang Lewis Gomez Robinson Khan Walker Diaz Young Park Allen Cruz King Sharma Wright Morales
Scott Osei Hill Reyes Green Hassan Adams Gutierrez Baker Li Nelson Ortiz Carter Yamamoto Mitchell Castillo Roberts
Ibrahim Phillips Jimenez Campbell Choi Evans Vargas Turner Mensah Parker Romero Collins Desai Edwards Mendoza Stewart
Abebe Morris Aguilar Murphy Kowalski Cook Salazar Rogers Haddad Morgan Delgado Cooper Petrov Peterson Vega Bailey
Reddy Reed Soto Kelly Johansson Howard Cantu Ward Sato Cox Trevino Richardson Rahman Wood Guerra Watson Nakamura
Brooks Villarreal Bennett Diallo Gray Benavides James Schneider Hughes Cisneros Price Muller Myers Zamora Long Novak
Foster Leal Sanders Rossi Ross Pham Powell Lindgren Sullivan Vu Russell Fischer Jenkins Le Perry Hoang Butler Barnes
`);

/** Streets near each store. */
const streets: Readonly<Record<string, readonly string[]>> = {
  downtown: [
    'W 5th St',
    'Rio Grande St',
    'Nueces St',
    'San Antonio St',
    'Guadalupe St',
    'Rainey St',
    'W 9th St',
  ],
  'south-congress': ['S 1st St', 'Newton St', 'Eva St', 'W Mary St', 'Annie St', 'Bouldin Ave', 'Kinney Ave'],
  'east-austin': [
    'E 6th St',
    'Holly St',
    'Chicon St',
    'Willow St',
    'Canterbury St',
    'Haskell St',
    'Garden St',
  ],
  mueller: [
    'Berkman Dr',
    'Simond Ave',
    'Zach Scott St',
    'Mattie St',
    'Philomena St',
    'Antone St',
    'Manor Rd',
  ],
  crestview: [
    'Arroyo Seco',
    'Justin Ln',
    'Grover Ave',
    'Hardy Dr',
    'Brentwood St',
    'Madison Ave',
    'Reese Ln',
  ],
  'north-burnet': ['Gracy Farms Ln', 'Kramer Ln', 'Metric Blvd', 'Braker Ln', 'Duval Rd', 'Stonelake Blvd'],
  'circle-c': ['Escarpment Blvd', 'La Crosse Ave', 'Beckett Rd', 'Convict Hill Rd', 'Hillside Terrace Dr'],
  'round-rock': ['Mays St', 'Sam Bass Rd', 'Gattis School Rd', 'Liberty Ave', 'Lewis St', 'Georgetown St'],
};

/** The numbers have the area code of the person's origin; 555-0100 to 0199 are reserved for fiction. */
const areaCodes = words('737 210 214 254 281 325 361 409 432 469 682 713 806 817 830 832 903 915 936 940');

const mailDomains = ['example.com', 'example.net', 'example.org', 'mail.example', 'inbox.example'] as const;

const customerNotes = [
  'Prefers a call before any substitution.',
  'Allergic to tree nuts.',
  'Orders for two households.',
  'Wants paper bags.',
  'Elderly: please carry the bags to the kitchen.',
] as const;

export function buildCustomers(count = 1500, seed: number = defaultSeed): CustomerSeed[] {
  const random = randomFor('customers', seed);
  const phones = random.shuffle(
    areaCodes.flatMap((area) => Array.from({ length: 100 }, (_, n) => phoneNumber(area, 100 + n))),
  );
  if (count > phones.length) throw new Error(`There are numbers for ${phones.length} customers only`);

  const taken = new Map<string, number>();
  return Array.from({ length: count }, (_, index) => {
    const firstName = random.pick(firstNames);
    const lastName = random.pick(lastNames);
    const mailName = `${firstName}.${lastName}`.toLowerCase();
    const namesakes = taken.get(mailName) ?? 0;
    taken.set(mailName, namesakes + 1);
    const location = random.weighted(locations.map((each) => [each, each.popularity] as const));
    return {
      key: `customer-${index + 1}`,
      firstName,
      lastName,
      email: `${mailName}${namesakes > 0 ? namesakes + 1 : ''}@${random.pick(mailDomains)}`,
      phone: phones[index] ?? '',
      status: random.chance(0.012) ? 'blocked' : 'active',
      notes: random.chance(0.06) ? random.pick(customerNotes) : null,
      locationKey: location.key,
      addresses: buildAddresses(location, random),
      loyalty: Math.round(Math.exp(random.normal(0, 1.1)) * 1000) / 1000,
    };
  });
}

function buildAddresses(home: (typeof locations)[number], random: Random): AddressSeed[] {
  const count = random.weighted([
    [1, 70],
    [2, 23],
    [3, 7],
  ] as const);
  return ['Home', 'Work', 'Parents'].slice(0, count).map((label, index) => {
    const near = index === 0 ? home : random.pick(locations);
    // Within two thirds of the store's delivery radius. A degree of latitude is 111 km, one of longitude 96 km here.
    const distance = near.deliveryRadiusKm * 0.66 * Math.sqrt(random.next());
    const direction = random.next() * 2 * Math.PI;
    const unit = random.weighted([
      [null, 6],
      [`Apt ${random.int(101, 428)}`, 3],
      [`Unit ${random.pick(['A', 'B', 'C', 'D'])}`, 1],
    ] as const);
    return {
      label,
      line1: `${random.int(100, 4900)} ${random.pick(streets[near.key] ?? ['Main St'])}`,
      line2: label === 'Work' ? `Suite ${random.int(100, 900)}` : unit,
      city: near.address.city,
      state: near.address.state,
      postalCode: near.address.postalCode,
      latitude: round6(near.latitude + (distance * Math.sin(direction)) / 111),
      longitude: round6(near.longitude + (distance * Math.cos(direction)) / 96),
      isDefault: index === 0,
    };
  });
}

/** first last | mail name | role | stores */
const staffTable = `
Nora Whitfield | admin | admin |
Desmond Achebe | desmond.achebe | admin |
Elena Marchetti | owner | owner | downtown south-congress
Ray Castellano | ray.castellano | owner | east-austin
Sunita Krishnan | sunita.krishnan | owner | mueller
Walter Hruska | walter.hruska | owner | crestview
Grace Liang | grace.liang | owner | north-burnet
Tomás Arredondo | tomas.arredondo | owner | circle-c
Hattie Lundgren | hattie.lundgren | owner | round-rock
Jamal Pruitt | clerk | clerk | downtown
Keiko Brandt | keiko.brandt | clerk | downtown
Luz Barrientos | luz.barrientos | clerk | south-congress
Owen Tate | owen.tate | clerk | east-austin
Mina Farahani | mina.farahani | clerk | mueller
Cody Stallworth | cody.stallworth | clerk | crestview
Thanh Vo | thanh.vo | clerk | north-burnet
Bianca Oyelaran | bianca.oyelaran | clerk | circle-c
Wes Dunaway | wes.dunaway | clerk | round-rock
Amelia Sorensen | support | support |
Marcus Bell | marcus.bell | support |
Rania Toubia | finance | finance |
Gil Hargrove | gil.hargrove | finance |
Ines Valcourt | catalogue | catalogue |
Peter Nakano | peter.nakano | catalogue |
`;

export const staff: readonly StaffSeed[] = staffTable
  .trim()
  .split('\n')
  .map((row, index) => {
    const [name = '', mail = '', role = '', stores = ''] = row.split('|').map((cell) => cell.trim());
    const [firstName = '', lastName = ''] = name.split(' ');
    const userType = role === 'admin' ? 'admin' : role === 'owner' || role === 'clerk' ? 'store' : 'others';
    return {
      key: mail,
      firstName,
      lastName,
      email: `${mail}@aisle.example`,
      phone: phoneNumber('512', 110 + index),
      userType,
      role: role as StaffRole,
      locationKeys: stores ? stores.split(' ') : [],
    };
  });

/** first last | vehicle | plate | stores */
const driverTable = `
Andre Beaumont | car | KTR-4821 | downtown south-congress
Yolanda Prieto | car | LMB-1193 | south-congress east-austin
Sam Okonkwo | scooter | 3F-2087 | downtown
Bryce Holloway | van | NPV-7740 | north-burnet round-rock
Tuyet Dang | car | JHC-3352 | north-burnet crestview
Rafael Ontiveros | van | PXD-6014 | circle-c
Kendra Mayfield | car | MRS-8876 | circle-c south-congress
Ismail Warsame | car | LQA-2459 | mueller east-austin
Dottie Vance | car | HBN-5530 | round-rock
Pavel Sedlak | bicycle | | downtown
Marguerite Cole | car | KVW-9018 | crestview mueller
Joaquin Sepulveda | van | NTF-4407 | east-austin downtown
Aliyah Stone | scooter | 3G-7712 | south-congress
Hugo Lindqvist | bicycle | | mueller
Neha Kulkarni | car | MCP-1286 | north-burnet
Travis Beckham | van | PKL-3905 | round-rock north-burnet
Rosalind Achterberg | car | LRJ-6643 | mueller crestview
Emeka Nwosu | car | JYT-2270 | circle-c downtown
`;

export const drivers: readonly DriverSeed[] = driverTable
  .trim()
  .split('\n')
  .map((row, index) => {
    const [name = '', type = '', plate = '', stores = ''] = row.split('|').map((cell) => cell.trim());
    const [firstName = '', lastName = ''] = name.split(' ');
    const locationKeys = stores.split(' ');
    const home = locations.find(({ key }) => key === locationKeys[0]) ?? locations[0]!;
    const random = randomFor(name);
    const key = `${firstName}.${lastName}`.toLowerCase();
    return {
      key,
      firstName,
      lastName,
      email: `${key}@drivers.example`,
      phone: phoneNumber('512', 140 + index),
      address: {
        ...home.address,
        line1: `${random.int(1200, 8800)} ${random.pick(streets[home.key] ?? ['Main St'])}`,
      },
      licenceNumber: String(random.int(10_000_000, 48_999_999)),
      vehicle: { type: type as DriverSeed['vehicle']['type'], plate: plate || null },
      availability: random.weighted([
        ['available', 4],
        ['offline', 1],
      ] as const),
      locationKeys,
    };
  });

/** E.164, the form in which phone numbers are compared. */
function phoneNumber(area: string, last: number): string {
  return `+1${area}555${String(last).padStart(4, '0')}`;
}

function round6(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

export const customers: readonly CustomerSeed[] = buildCustomers();
