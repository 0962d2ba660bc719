import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { type Transfer, type TransferLine, transferRoutes } from '@aisle/contract/warehouse/transfers';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { read, useWrite } from '../../core/api.ts';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { TransferState, transferFamily, transferLabel } from '../../links/warehouse/transfer-status.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Facts, Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { ButtonLink } from '../../ui/record/screen-link.tsx';
import { Timeline } from '../../ui/record/timeline.tsx';
import { DateText, DayText } from '../../ui/values/values.tsx';
import classes from './transfers.module.css';

const back = { to: '/inventory/transfers', label: 'Transfers' } as const;

export function TransferView() {
  const { id } = useParams({ from: '/shell/inventory/transfers/$id' });
  const query = useQuery({ ...read(transferRoutes.view, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={back}>
      {(transfer) => <TransferRecord transfer={transfer} />}
    </Loaded>
  );
}

function TransferRecord({ transfer }: { transfer: Transfer }) {
  const { from, to, lines } = transfer;
  return (
    <RecordPage
      title={transfer.number}
      history={<HistoryButton resource="transfers" id={transfer._id} name={transfer.number} />}
      badge={<TransferState status={transfer.status} />}
      back={back}
      actions={<TransferActions transfer={transfer} />}
      side={
        <Panel title="Transfer">
          <Facts
            facts={[
              ['From', from.name],
              ['To', to.name],
              ['Worth at cost', transfer.cost > 0 && formatMoney(transfer.cost)],
              ['Sent', transfer.sentAt && <DateText value={transfer.sentAt} withTime />],
              [
                transfer.status === 'received' ? 'Received' : 'Closed',
                transfer.closedAt && <DateText value={transfer.closedAt} withTime />,
              ],
              ['Note', transfer.note],
            ]}
          />
        </Panel>
      }
    >
      <Panel title={pluralize(lines.length, 'item')}>
        <ul className="plain-list grid">
          {lines.map((line) => (
            <TransferLineRow key={line._id} line={line} />
          ))}
        </ul>
      </Panel>
      <Panel title="Timeline">
        <Timeline
          events={transfer.events.map((event) => ({
            id: event._id,
            at: event.at,
            title: transferLabel(event.to),
            who: event.userName,
            note: event.note,
            family: transferFamily(event.to),
          }))}
        />
      </Panel>
      <div className={classes.signatures} aria-hidden>
        <span>Sent by</span>
        <span>Received by</span>
      </div>
    </RecordPage>
  );
}

function TransferLineRow({ line }: { line: TransferLine }) {
  const { subProductData: item, quantity, received, damaged } = line;
  const unit = countedIn(item);
  const isShort = received !== null && received < quantity;
  return (
    <li className={classes.line}>
      <span>
        <span className="block medium break-anywhere">{itemName(item)}</span>
        <span className={classes.small}>{item.sku}</span>
      </span>
      <span className="tabular text-right">
        {received === null ? (
          formatQuantity(quantity, unit)
        ) : (
          <>
            {formatQuantity(received, unit)} of {formatQuantity(quantity, unit)}
          </>
        )}
        {isShort && (
          <span className="block text-xs bad">{formatQuantity(quantity - received, unit)} short</span>
        )}
        {received !== null && received > quantity && (
          <span className="block text-xs bad">{formatQuantity(received - quantity, unit)} over</span>
        )}
        {damaged !== null && damaged > 0 && (
          <span className="block text-xs bad">{formatQuantity(damaged, unit)} damaged</span>
        )}
      </span>
      {line.lots.length > 0 && (
        <span className={classes.lots}>
          {line.lots.map((lot) => (
            <span key={lot.lotId}>
              {formatQuantity(lot.quantity, unit)} of {lot.number}
              {lot.expiresOn && (
                <>
                  , expires <DayText value={lot.expiresOn} />
                </>
              )}
            </span>
          ))}
        </span>
      )}
    </li>
  );
}

function TransferActions({ transfer }: { transfer: Transfer }) {
  const step = useWrite(transferRoutes.updateStatus);
  const { _id, status, allowed, version, number, from, to } = transfer;
  const isDraft = status === 'draft';
  const take = (next: 'inTransit' | 'cancelled') =>
    step.mutateAsync({ params: { id: _id }, body: { status: next, version } }).catch(() => undefined); // A toast shows the error.
  async function cancel(): Promise<void> {
    const isSure = await confirm({
      title: `Cancel ${number}?`,
      text: isDraft
        ? "It hasn't been sent, so stock doesn't change."
        : `The items return to their lots at ${from.name}. ${to.name} can't receive them anymore.`,
      confirm: 'Cancel transfer',
      cancel: 'Keep',
    });
    if (isSure) await take('cancelled');
  }
  return (
    <>
      <Tooltip label="Print">
        <ActionIcon variant="default" size={36} aria-label="Print transfer" onClick={() => window.print()}>
          <IconPrinter size={20} />
        </ActionIcon>
      </Tooltip>
      {allowed.includes('cancelled') && (
        <Button variant="default" loading={step.isPending} onClick={() => void cancel()}>
          Cancel…
        </Button>
      )}
      {isDraft && allowed.includes('inTransit') && (
        <>
          <ButtonLink variant="default" to="/inventory/transfers/edit/$id" params={{ id: _id }}>
            Edit
          </ButtonLink>
          <Button loading={step.isPending} onClick={() => void take('inTransit')}>
            Send
          </Button>
        </>
      )}
      {allowed.includes('received') && (
        <ButtonLink to="/inventory/transfers/receive/$id" params={{ id: _id }}>
          Receive
        </ButtonLink>
      )}
    </>
  );
}
