export type TaxKey = 'groceries' | 'prepared' | 'household' | 'sugary' | 'health';
type TaxSeed = { key: TaxKey; name: string; rate: number; description: string };

/** Texas sales tax on groceries: food that is prepared at home is exempt. */
export const taxes: readonly TaxSeed[] = [
  {
    key: 'groceries',
    name: 'Groceries 0%',
    rate: 0,
    description: 'Food and drink for home, exempt from sales tax',
  },
  {
    key: 'prepared',
    name: 'Prepared food 8.25%',
    rate: 8.25,
    description: 'Hot food and meals made to eat at once',
  },
  {
    key: 'sugary',
    name: 'Soft drinks and candy 8.25%',
    rate: 8.25,
    description: 'Sodas, energy drinks, candy and chocolate',
  },
  {
    key: 'household',
    name: 'Household 8.25%',
    rate: 8.25,
    description: 'Everything that is neither food nor medicine',
  },
  {
    key: 'health',
    name: 'Health and baby 0%',
    rate: 0,
    description: 'Medicines, vitamins, diapers and wipes, exempt',
  },
];
