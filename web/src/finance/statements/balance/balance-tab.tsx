import { Panel } from '../../../ui/record/record-page.tsx';
import { LocationStatements } from '../lists/location-statements.tsx';
import { BalanceExplanation } from './balance-explained.tsx';
import { BalanceStrip } from './balance-strip.tsx';

/** The balance of a location, its explanation and its statements; also a tab of the location. */
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
