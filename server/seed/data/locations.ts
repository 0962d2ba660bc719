export type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
/** Local times as HH:MM; a day without an entry is closed. */
export type OpeningHours = Partial<Record<Weekday, { open: string; close: string }>>;

export type LocationSeed = {
  key: string;
  name: string;
  code: string;
  phone: string;
  email: string;
  address: { line1: string; city: string; state: string; postalCode: string };
  latitude: number;
  longitude: number;
  timeZone: string;
  openingHours: OpeningHours;
  deliveryRadiusKm: number;
  commissionRate: number;
  /** In cents; null if the marketplace's fee applies. */
  deliveryFee: { base: number; perMile: number; freeAbove: number } | null;
  minimumOrder: number | null;
  acceptsPickup: boolean;
  /** The share of all orders that this store gets. */
  popularity: number;
  color: string;
};

const city = (line1: string, postalCode: string, name = 'Austin') => ({
  line1,
  city: name,
  state: 'TX',
  postalCode,
});

function hours(weekdays: string, saturday: string, sunday: string): OpeningHours {
  const day = (range: string) => {
    const [open = '', close = ''] = range.split('-');
    return { open, close };
  };
  const usual = day(weekdays);
  return {
    monday: usual,
    tuesday: usual,
    wednesday: usual,
    thursday: usual,
    friday: usual,
    saturday: day(saturday),
    ...(sunday ? { sunday: day(sunday) } : {}),
  };
}

/** Eight stores around Austin in real neighborhoods, with invented street numbers and phone numbers. */
export const locations: readonly LocationSeed[] = [
  {
    key: 'downtown',
    name: 'Downtown Market',
    code: 'ATX-DTN',
    phone: '+15125550100',
    email: 'downtown@aisle.example',
    address: city('219 W 3rd St', '78701'),
    latitude: 30.2662,
    longitude: -97.7463,
    openingHours: hours('06:30-22:00', '07:00-22:00', '08:00-21:00'),
    deliveryRadiusKm: 5,
    commissionRate: 14,
    deliveryFee: { base: 399, perMile: 75, freeAbove: 7500 },
    minimumOrder: 2000,
    acceptsPickup: true,
    popularity: 1.7,
    color: '#b4552d',
  },
  {
    key: 'south-congress',
    name: 'South Congress Market',
    code: 'ATX-SCO',
    phone: '+15125550101',
    email: 'southcongress@aisle.example',
    address: city('1834 S Congress Ave', '78704'),
    latitude: 30.2461,
    longitude: -97.7513,
    openingHours: hours('07:00-22:00', '07:00-22:00', '08:00-21:00'),
    deliveryRadiusKm: 7,
    commissionRate: 12.5,
    deliveryFee: null,
    minimumOrder: null,
    acceptsPickup: true,
    popularity: 1.5,
    color: '#2f6f73',
  },
  {
    key: 'east-austin',
    name: 'East Cesar Chavez Market',
    code: 'ATX-ECC',
    phone: '+15125550102',
    email: 'eastaustin@aisle.example',
    address: city('2107 E Cesar Chavez St', '78702'),
    latitude: 30.2557,
    longitude: -97.7196,
    openingHours: hours('07:00-21:30', '07:30-21:30', '08:00-20:00'),
    deliveryRadiusKm: 7,
    commissionRate: 12.5,
    deliveryFee: null,
    minimumOrder: null,
    acceptsPickup: true,
    popularity: 1.1,
    color: '#7a4b82',
  },
  {
    key: 'mueller',
    name: 'Mueller Market',
    code: 'ATX-MUE',
    phone: '+15125550103',
    email: 'mueller@aisle.example',
    address: city('1948 Aldrich St', '78723'),
    latitude: 30.2982,
    longitude: -97.7049,
    openingHours: hours('07:00-22:00', '07:00-22:00', '08:00-21:00'),
    deliveryRadiusKm: 8,
    commissionRate: 12,
    deliveryFee: null,
    minimumOrder: null,
    acceptsPickup: true,
    popularity: 1.3,
    color: '#3f7d4e',
  },
  {
    key: 'crestview',
    name: 'Crestview Grocery',
    code: 'ATX-CRV',
    phone: '+15125550104',
    email: 'crestview@aisle.example',
    address: city('7146 Woodrow Ave', '78757'),
    latitude: 30.3436,
    longitude: -97.7266,
    openingHours: hours('08:00-20:00', '08:00-20:00', '09:00-18:00'),
    deliveryRadiusKm: 6,
    commissionRate: 11,
    deliveryFee: { base: 299, perMile: 60, freeAbove: 5000 },
    minimumOrder: 1500,
    acceptsPickup: true,
    popularity: 0.7,
    color: '#a8812c',
  },
  {
    key: 'north-burnet',
    name: 'North Burnet Market',
    code: 'ATX-NBU',
    phone: '+15125550105',
    email: 'northburnet@aisle.example',
    address: city('11218 Burnet Rd', '78758'),
    latitude: 30.3996,
    longitude: -97.7193,
    openingHours: hours('06:30-23:00', '06:30-23:00', '07:00-22:00'),
    deliveryRadiusKm: 10,
    commissionRate: 12.5,
    deliveryFee: null,
    minimumOrder: null,
    acceptsPickup: true,
    popularity: 1.2,
    color: '#35618f',
  },
  {
    key: 'circle-c',
    name: 'Circle C Market',
    code: 'ATX-CIC',
    phone: '+15125550106',
    email: 'circlec@aisle.example',
    address: city('5914 W Slaughter Ln', '78749'),
    latitude: 30.2037,
    longitude: -97.8795,
    openingHours: hours('07:00-22:00', '07:00-22:00', '08:00-21:00'),
    deliveryRadiusKm: 12,
    commissionRate: 12,
    deliveryFee: { base: 499, perMile: 50, freeAbove: 8000 },
    minimumOrder: 2500,
    acceptsPickup: true,
    popularity: 0.9,
    color: '#5d7036',
  },
  {
    key: 'round-rock',
    name: 'Round Rock Farm Store',
    code: 'RRK-MAI',
    phone: '+15125550107',
    email: 'roundrock@aisle.example',
    address: city('308 E Main St', '78664', 'Round Rock'),
    latitude: 30.5087,
    longitude: -97.6765,
    openingHours: hours('08:00-20:00', '08:00-19:00', ''),
    deliveryRadiusKm: 14,
    commissionRate: 10,
    deliveryFee: { base: 499, perMile: 65, freeAbove: 7500 },
    minimumOrder: 2000,
    acceptsPickup: false,
    popularity: 0.6,
    color: '#8f3f4c',
  },
].map((location) => ({ ...location, timeZone: 'America/Chicago' }));
