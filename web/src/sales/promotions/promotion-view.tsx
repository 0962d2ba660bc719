import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import { classOf } from '@aisle/contract/sales/promotions/promotion-terms';
import {
  conditionTexts,
  fundingText,
  goodsText,
  hoursText,
  type NameOf,
  offerText,
} from '@aisle/contract/sales/promotions/promotion-text';
import {
  type Promotion,
  type PromotionEdition,
  type PromotionView,
  promotionRoutes,
} from '@aisle/contract/sales/promotions/promotions';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { read, useWrite } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { LocationLink } from '../../links/locations/location-link.tsx';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import type { MenuEntry } from '../../ui/menu-button.tsx';
import { Facts, Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { ButtonLink } from '../../ui/record/screen-link.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { BatchesPanel } from './batches-panel.tsx';
import { BelowCostWarning } from './below-cost.tsx';
import { OverlapsNote } from './overlaps-text.tsx';
import { FiguresPanel } from './promotion-figures.tsx';
import { PromotionState } from './promotion-status.tsx';
import classes from './promotions.module.css';
import { ReplayPanel } from './replay-panel.tsx';
import { useIsOwn, useSteps } from './use-steps.ts';

const back = { to: '/promotions', label: 'Promotions' } as const;

export function PromotionScreen() {
  const { id } = useParams({ from: '/shell/promotions/view/$id' });
  const query = useQuery(read(promotionRoutes.view, { params: { id } }));
  return (
    <Loaded query={query} back={back}>
      {(view) => <Page view={view} />}
    </Loaded>
  );
}

function Page({ view }: { view: PromotionView }) {
  const { promotion, editions, figures, names } = view;
  const nameOf: NameOf = (id) => names[id];
  return (
    <RecordPage
      title={promotion.name}
      badge={<PromotionState status={promotion.status} />}
      back={back}
      summary={[
        ['Number', <span key="number">{promotion.number}</span>],
        ['Label', promotion.label],
        ['Code', <CodeText key="code" promotion={promotion} />],
      ]}
      {...useHeadActions(promotion)}
      history={<HistoryButton resource="promotions" id={promotion._id} name={promotion.number} />}
      side={<Side promotion={promotion} nameOf={nameOf} />}
    >
      <Panel title="Offer">
        <p className={`m-0 medium ${classes.offer}`}>{offerText(promotion, nameOf)}</p>
        <Conditions promotion={promotion} nameOf={nameOf} />
        {promotion.status !== 'ended' && <OverlapsNote promotionId={promotion._id} />}
      </Panel>
      {promotion.status !== 'ended' && <BelowCostWarning subject={{ promotionId: promotion._id }} />}
      <FiguresPanel promotion={promotion} figures={figures} />
      <Panel title="Past orders">
        <ReplayPanel subject={() => ({ promotionId: promotion._id })} />
      </Panel>
      {promotion.codes.kind === 'batch' && <BatchesPanel promotion={promotion} />}
      {editions.length > 1 && <Editions editions={editions} nameOf={nameOf} />}
    </RecordPage>
  );
}

/** The next step, editing, and rare actions. */
function useHeadActions(promotion: Promotion) {
  const { _id: id, status, name, figures } = promotion;
  const [mayAdd, mayEdit] = [useCan('promotion_add'), useCan('promotion_edit')];
  const mayDelete = useCan('promotion_delete');
  const isOwn = useIsOwn()(promotion);
  const navigate = useNavigate();
  const remove = useWrite(promotionRoutes.remove);
  const { stepsOf, isBusy } = useSteps();
  const steps = mayEdit ? stepsOf(promotion) : [];
  const first = steps.find(({ step }) => step !== 'ended');
  const removeDraft = async () => {
    const isSure = await confirm({
      title: `Delete “${name}”?`,
      text: 'No order has used it. This can’t be undone.',
      confirm: 'Delete promotion',
      danger: true,
    });
    if (isSure) remove.mutate({ params: { id } }, { onSuccess: () => void navigate({ to: '/promotions' }) });
  };
  const menu: MenuEntry[] = [
    ...(mayAdd
      ? [
          {
            label: 'Duplicate',
            onClick: () => void navigate({ to: '/promotions/add', search: { copy: id } }),
          },
        ]
      : []),
    ...steps
      .filter(({ step }) => step === 'ended')
      .map(({ label, onClick }) => ({ label, onClick, danger: true as const })),
    ...(mayDelete && isOwn && figures.orders === 0
      ? [{ label: 'Delete…', danger: true as const, onClick: () => void removeDraft() }]
      : []),
  ];
  return {
    menu,
    primary: first?.step === 'active' && (
      <Button onClick={first.onClick} loading={isBusy}>
        {first.label}
      </Button>
    ),
    actions: (
      <>
        {first?.step === 'paused' && (
          <Button variant="default" onClick={first.onClick} loading={isBusy}>
            {first.label}
          </Button>
        )}
        {mayEdit && isOwn && status !== 'ended' && (
          <ButtonLink variant="default" to="/promotions/edit/$id" params={{ id }}>
            Edit
          </ButtonLink>
        )}
      </>
    ),
  };
}

function CodeText({ promotion: { codes } }: { promotion: Promotion }) {
  if (codes.kind === 'shared') return <span className="tabular">Code {codes.code}</span>;
  return codes.kind === 'batch' ? 'Single-use codes' : 'Automatic';
}

const combined = {
  goods: 'item discounts',
  order: 'order discounts',
  delivery: 'delivery discounts',
  plan: 'plan benefits',
};

function Conditions({ promotion, nameOf }: { promotion: Promotion; nameOf: NameOf }) {
  const { goods, audience, combines, reward } = promotion;
  const customers = [...audience.customerGroupIds, ...audience.planIds, ...audience.customerIds].map(
    (id) => nameOf(id) ?? 'Deleted',
  );
  const refused = Object.entries(combined).filter(([name]) => !combines[name as keyof typeof combined]);
  const listOf = (texts: readonly string[]) => new Intl.ListFormat('en-US').format(texts);
  const isOnGoods = classOf[reward.kind] === 'goods' || classOf[reward.kind] === 'order';
  return (
    <Facts
      facts={[
        ['Conditions', conditionTexts(promotion).join(', ')],
        ['Customers', customers.length > 0 && listOf(customers.slice(0, 10))],
        ['Items', isOnGoods && goodsText(goods, nameOf)],
        ['Sale prices', !goods.includeSale && 'Not on sale or marked-down items'],
        ['Not combined with', refused.length > 0 && listOf(refused.map(([, text]) => text))],
      ]}
    />
  );
}

function Side({ promotion, nameOf }: { promotion: Promotion; nameOf: NameOf }) {
  const { schedule, limits, funding, locationIds, figures } = promotion;
  return (
    <>
      <Panel title="Schedule">
        <Facts
          facts={[
            ['Starts', <DateText key="start" value={schedule.startsAt} withTime />],
            ['Ends', schedule.endsAt ? <DateText key="end" value={schedule.endsAt} withTime /> : 'No end'],
            ['Hours', hoursText(schedule.weekly)],
            ['Compared with', schedule.by === 'slot' && 'The delivery or pickup slot'],
          ]}
        />
      </Panel>
      <Panel title="Who pays">
        <Facts
          facts={[
            ['Shares', fundingText(funding)],
            ['Vendor', funding.vendorId && nameOf(funding.vendorId)],
          ]}
        />
      </Panel>
      <Panel title="Limits">
        <Facts
          facts={[
            [
              'Uses',
              limits.uses === null
                ? 'No limit'
                : `${formatCount(figures.uses)} of ${formatCount(limits.uses)}`,
            ],
            ['Per customer', limits.usesPerCustomer !== null && formatCount(limits.usesPerCustomer)],
            [
              'Budget',
              limits.budget !== null &&
                `${formatMoney(figures.discountNow)} of ${formatMoney(limits.budget)}`,
            ],
          ]}
        />
      </Panel>
      <Panel title="Locations">
        {locationIds === null ? (
          <p className="m-0">All locations</p>
        ) : (
          <ul className="plain-list column gap-1">
            {locationIds.map((id) => (
              <li key={id}>
                {nameOf(id) ? <LocationLink id={id} name={nameOf(id)!} /> : 'Another location'}
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}

function Editions({ editions, nameOf }: { editions: readonly PromotionEdition[]; nameOf: NameOf }) {
  return (
    <Panel title="Editions">
      <Alert color="gray" variant="default" mb="sm">
        Orders keep the edition they were placed with.
      </Alert>
      <DataTable
        label="Editions"
        isWide
        rows={editions}
        rowKey={({ number }) => number}
        columns={[
          { header: 'Edition', cell: ({ number }) => number, isRowHeader: true },
          { header: 'Offer', cell: (edition) => offerText(edition, nameOf) },
          { header: 'Paid by', cell: ({ funding }) => fundingText(funding) },
          { header: 'From', cell: ({ createdAt }) => <DateText value={createdAt} withTime /> },
          { header: 'Uses', cell: ({ uses }) => formatCount(uses), align: 'right' },
        ]}
      />
    </Panel>
  );
}
