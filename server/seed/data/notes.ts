export type ReasonType = 'cancel' | 'reject' | 'return' | 'replace';

/** The reasons that staff can choose from, by type. */
export const reasons: Readonly<Record<ReasonType, readonly string[]>> = {
  cancel: [
    'Customer changed their mind',
    'Ordered twice by mistake',
    'Delivery time no longer suits',
    'Wrong address on the order',
    'Payment was not completed',
    'Customer could not be reached',
    'Address is outside the delivery area',
  ],
  reject: [
    'Items are out of stock',
    'Store is closing early',
    'No driver available',
    'Price or listing error',
    'Order looks fraudulent',
    'Store is over capacity',
  ],
  return: [
    'Item arrived damaged',
    'Item was past its date',
    'Wrong item delivered',
    'Quality not as expected',
    'Frozen item had thawed',
    'Package was opened',
    'No longer needed',
  ],
  replace: [
    'Item arrived damaged',
    'Item was past its date',
    'Wrong item delivered',
    'Wrong size or flavor',
    'Item was leaking',
    'Item missing from the bag',
  ],
};

export const deliveryNotes: readonly string[] = [
  'Please leave the bags on the porch.',
  'Gate code is 4417, second building on the left.',
  'Ring the bell twice, the first ring is easy to miss.',
  'Baby sleeping, please knock softly.',
  'Call when you arrive and I will come down.',
  'Leave with the front desk.',
  'Use the side door by the driveway.',
  'Dog in the yard, please close the gate behind you.',
  'Apartment is on the third floor, elevator to the right.',
  'Ripe avocados if you can, we need them tonight.',
  'Greener bananas, please.',
  'No substitutions for the milk, please.',
  'Any brand of eggs is fine if mine are out.',
  'Please pack cold items together.',
  'Paper bags if you have them.',
  'Park on the street, the driveway is being repaved.',
  'I will be home after 5:30.',
  'Please text instead of calling.',
  'Unit B is behind the main house.',
  'Check the dates on the yogurt, please.',
];
