import { MoneyText } from '../../ui/values/values.tsx';

interface PriceRangeProps {
  lowest: number | null;
  highest: number | null;
}
/** "$1.99", or "$1.99 – $4.50" where the sub-products differ. */
export function PriceRange({ lowest, highest }: PriceRangeProps) {
  if (lowest === null || highest === null || lowest === highest) return <MoneyText value={lowest} />;
  return (
    <>
      <MoneyText value={lowest} /> – <MoneyText value={highest} />
    </>
  );
}
