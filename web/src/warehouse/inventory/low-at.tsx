import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import type { StockLevel } from '@aisle/contract/warehouse/stock-levels';
import { Text } from '@mantine/core';

/** The threshold of a level: the location's, or the default from the settings. */
export function LowAt({ level }: { level: StockLevel }) {
  const quantity = formatQuantity(level.lowAt, countedIn(level.subProductData));
  if (level.threshold !== null) return quantity;
  return (
    <Text span inherit c="dimmed" title="Default from Settings">
      {quantity} (default)
    </Text>
  );
}
