import { Panel } from '../../../ui/record/record-page.tsx';
import { LocationStatements } from '../lists/location-statements.tsx';
import { BalanceExplanation } from './balance-explained.tsx';
import { BalanceStrip } from './balance-strip.tsx';

/** What a location is owed, why, and its statements: also the tab of its record. */
export function BalanceTab({ locationId }: { locationId: string }) {
  return (
    <>
      <Panel title="Owed to this location">
        <BalanceStrip locationId={locationId} />
      </Panel>
      <BalanceExplanation key={locationId} locationId={locationId} />
      <LocationStatements locationId={locationId} />
    </>
  );
}
