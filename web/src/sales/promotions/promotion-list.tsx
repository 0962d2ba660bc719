import { formatCount } from '@aisle/contract/core/pluralize';
import type { promotionStatuses } from '@aisle/contract/sales/promotions/promotion-flow';
import { rewardKinds } from '@aisle/contract/sales/promotions/promotion-terms';
import { fundingText, rewardLabels } from '@aisle/contract/sales/promotions/promotion-text';
import { type Promotion, promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { IconCalendar } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../../core/api.ts';
import { vendorFilter } from '../../links/catalog/vendor-filter.ts';
import { ImportLink } from '../../links/system/import-link.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { choice } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import { ListTabs } from '../../ui/list/list-tabs.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { ButtonLink } from '../../ui/record/screen-link.tsx';
import { DateText, MoneyText } from '../../ui/values/values.tsx';
import { PromotionState, promotionStates } from './promotion-status.tsx';
import { useSteps } from './use-steps.ts';

const columns: Column<Promotion>[] = [
  {
    key: 'name',
    header: 'Promotion',
    cell: ({ name, label }) => (
      <span className="block min-w-0">
        <span className="block truncate medium">{name}</span>
        <span className="block truncate text-xs secondary">{label}</span>
      </span>
    ),
    sortable: true,
  },
  {
    key: 'number',
    header: 'Number',
    cell: ({ number }) => <span className="tabular">{number}</span>,
    width: 88,
    sortable: true,
    card: 'detail',
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <PromotionState status={status} />,
    card: 'state',
  },
  { key: 'kind', header: 'Kind', cell: ({ reward }) => rewardLabels[reward.kind], card: 'detail' },
  {
    key: 'code',
    header: 'Code',
    cell: ({ codes }) =>
      codes.kind === 'shared' ? codes.code : codes.kind === 'batch' ? 'Single-use' : 'Automatic',
  },
  {
    key: 'startsAt',
    header: 'Starts',
    cell: ({ schedule }) => <DateText value={schedule.startsAt} />,
    sortable: true,
  },
  {
    key: 'endsAt',
    header: 'Ends',
    cell: ({ schedule }) => (schedule.endsAt ? <DateText value={schedule.endsAt} /> : 'No end'),
    sortable: true,
  },
  { key: 'funding', header: 'Paid by', cell: ({ funding }) => fundingText(funding) },
  { key: 'uses', header: 'Uses', cell: ({ figures }) => formatCount(figures.uses), align: 'right' },
  {
    key: 'discount',
    header: 'Discount',
    cell: ({ figures }) => <MoneyText value={figures.discountNow} />,
    align: 'right',
    card: 'figure',
  },
];

const filters = [
  choice(
    'kind',
    'Kind',
    rewardKinds.map((value) => ({ value, label: rewardLabels[value] })),
  ),
  choice('funder', 'Paid by', [
    { value: 'marketplace', label: 'Marketplace' },
    { value: 'location', label: 'Location' },
    { value: 'vendor', label: 'Vendor' },
  ]),
  vendorFilter,
];

const tabs = [
  'active',
  'scheduled',
  'draft',
  'paused',
  'ended',
] as const satisfies typeof promotionStatuses extends readonly (infer Status)[] ? readonly Status[] : never;

export function PromotionList() {
  const list = useList(promotionRoutes.list);
  const navigate = useNavigate();
  const remove = useWrite(promotionRoutes.remove);
  const { stepsOf } = useSteps();
  const removeDraft = async ({ _id: id, name }: Promotion) => {
    const isSure = await confirm({
      title: `Delete “${name}”?`,
      text: 'No order has used it. This can’t be undone.',
      confirm: 'Delete promotion',
      danger: true,
    });
    if (isSure) remove.mutate({ params: { id } });
  };
  const tab = (status: (typeof tabs)[number] | undefined, label: string) => ({
    key: status ?? 'all',
    label,
    isOn: list.search.status === status,
    onClick: () => list.change({ status }),
  });
  return (
    <ListPage
      title="Promotions"
      noun="promotions"
      searchLabel="Name, label, number or code"
      list={list}
      columns={columns}
      filters={filters}
      tabFilter="status"
      tabs={
        <ListTabs
          label="Promotions by status"
          tabs={[tab(undefined, 'All'), ...tabs.map((status) => tab(status, promotionStates[status][1]))]}
        />
      }
      primary={{ label: 'New promotion', permission: 'promotion_add', to: { to: '/promotions/add' } }}
      actions={
        <>
          <ImportLink kind="promotionGoods" label="Import items" />
          <ButtonLink to="/promotions/calendar" variant="default" leftSection={<IconCalendar size={16} />}>
            Calendar
          </ButtonLink>
        </>
      }
      link={({ _id }) => ({ to: '/promotions/view/$id', params: { id: _id } })}
      rowActions={(promotion) => [
        ...stepsOf(promotion).map(({ step: _, ...action }) => ({
          ...action,
          permission: 'promotion_edit' as const,
        })),
        {
          label: 'Duplicate',
          permission: 'promotion_add',
          onClick: () => void navigate({ to: '/promotions/add', search: { copy: promotion._id } }),
        },
        ...(promotion.figures.uses === 0
          ? [
              {
                label: 'Delete…',
                permission: 'promotion_delete' as const,
                danger: true as const,
                onClick: () => void removeDraft(promotion),
              },
            ]
          : []),
      ]}
      empty="Discounts, special prices, bundles, free delivery and extra coins appear here. Start with what the customer gets."
    />
  );
}
