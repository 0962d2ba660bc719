import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import type { StockLevel } from '@aisle/contract/warehouse/stock-levels';
import { Text } from '@mantine/core';

/** The quantity at which a level is low: the location's own, or the default of the settings. */
export function LowAt({ level }: { level: StockLevel }) {
  const quantity = formatQuantity(level.lowAt, countedIn(level.subProductData));
  if (level.threshold !== null) return quantity;
  return (
    <Text span inherit c="dimmed" title="Default from Settings">
      {quantity} (default)
    </Text>
  );
}
