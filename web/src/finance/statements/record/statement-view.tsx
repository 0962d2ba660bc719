import { type StatementView, statementRoutes } from '@aisle/contract/finance/statements';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { read } from '../../../core/api.ts';
import { HistoryButton } from '../../../links/system/record-history.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { ListTabs } from '../../../ui/list/list-tabs.tsx';
import { Panel, RecordPage } from '../../../ui/record/record-page.tsx';
import { PaymentsPanel } from '../../payouts/payments-panel.tsx';
import { BalanceStrip } from '../balance/balance-strip.tsx';
import { LocationStatements } from '../lists/location-statements.tsx';
import { AboutPanel, MainTab } from './main-tab.tsx';
import { useStatementActions } from './statement-actions.tsx';
import { StatementBadges, summaryOf } from './statement-head.tsx';
import { StatementTreeTab } from './statement-tree.tsx';

const back = { to: '/statements', label: 'Statements' } as const;

const tabs = [
  { key: 'main', label: 'Summary' },
  { key: 'location', label: 'All statements' },
  { key: 'tree', label: 'Breakdown' },
] as const;

export function StatementScreen() {
  const { id } = useParams({ from: '/shell/statements/$id' });
  const query = useQuery({ ...read(statementRoutes.view, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={back}>
      {(statement) => <StatementPage key={statement._id} statement={statement} />}
    </Loaded>
  );
}

function StatementPage({ statement }: { statement: StatementView }) {
  const search = useSearch({ from: '/shell/statements/$id' });
  const navigate = useNavigate();
  const { dialogs, ...head } = useStatementActions(statement);
  const current = tabs.find(({ key }) => key === search.tab)?.key ?? 'main';
  const { _id: id, locationId, timeZone } = statement;
  return (
    <>
      <RecordPage
        title={statement.number}
        history={<HistoryButton resource="statements" id={id} name={statement.number} />}
        badge={<StatementBadges statement={statement} />}
        back={back}
        summary={summaryOf(statement)}
        {...head}
        side={
          current === 'main' && (
            <>
              <PaymentsPanel statementId={id} timeZone={timeZone} />
              <AboutPanel statement={statement} />
            </>
          )
        }
      >
        <ListTabs
          label={`Views of ${statement.number}`}
          tabs={tabs.map(({ key, label }) => ({
            key,
            label,
            isOn: key === current,
            onClick: () => void navigate({ to: '.', search: key === 'main' ? {} : { tab: key } }),
          }))}
        />
        {current === 'main' && <MainTab statement={statement} />}
        {current === 'location' && (
          <>
            <Panel title={`Owed to ${statement.locationName}`}>
              <BalanceStrip locationId={locationId} />
            </Panel>
            <LocationStatements locationId={locationId} currentId={id} />
          </>
        )}
        {current === 'tree' && (
          <StatementTreeTab
            key={`${search.day} ${search.part}`}
            statement={statement}
            day={search.day}
            part={search.part}
          />
        )}
      </RecordPage>
      {dialogs}
    </>
  );
}
