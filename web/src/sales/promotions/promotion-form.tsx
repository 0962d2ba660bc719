import type { Ref } from '@aisle/contract/core/fields';
import {
  type Promotion,
  type PromotionInput,
  PromotionInput as PromotionInputSchema,
  type PromotionView,
  promotionRoutes,
} from '@aisle/contract/sales/promotions/promotions';
import { Alert, Checkbox, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { read, useWrite } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { LocationMultiSelect } from '../../links/locations/location-multi-select.tsx';
import { useMayImport } from '../../links/system/import-link.tsx';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { MoneyInput, QuantityInput } from '../../ui/form/fields/inputs.tsx';
import { FormPage, FormSection } from '../../ui/form/form-page.tsx';
import { AnchorLink } from '../../ui/record/screen-link.tsx';
import { BelowCostWarning } from './below-cost.tsx';
import { AudienceFields, ConditionFields } from './condition-fields.tsx';
import { FundingFields } from './funding-fields.tsx';
import { firstError, GoodsFields } from './goods-fields.tsx';
import { inputOf } from './promotion-values.ts';
import { ReplayPanel } from './replay-panel.tsx';
import { RewardFields } from './reward-fields.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { TestBasket } from './test-basket.tsx';
import { type PromotionForm, usePromotionForm } from './use-promotion-form.ts';

const back = { to: '/promotions', label: 'Promotions' } as const;

/** Prices past orders with the values of the form, without saving them. */
function TryOut({ form }: { form: PromotionForm }) {
  const promotionNow = () => {
    const { hasErrors } = form.validate();
    return hasErrors ? null : { promotion: PromotionInputSchema.parse(inputOf(form.values)) };
  };
  return (
    <FormSection
      title="Past orders"
      text="Prices the orders of the last weeks again, as they were placed, to show what this would have cost. Nothing is saved."
    >
      <ReplayPanel subject={promotionNow} />
    </FormSection>
  );
}

/** A new promotion, or a copy of the one in the URL. */
export function NewPromotion() {
  const { copy } = useSearch({ from: '/shell/promotions/add' });
  const query = useQuery({
    ...read(promotionRoutes.view, { params: { id: copy ?? '' } }),
    enabled: copy !== undefined,
  });
  if (copy === undefined) return <Editor />;
  return (
    <Loaded query={query} back={back}>
      {({ promotion, names }) => <Editor copied={promotion} names={names} />}
    </Loaded>
  );
}

export function EditPromotion() {
  const { id } = useParams({ from: '/shell/promotions/edit/$id' });
  const query = useQuery(read(promotionRoutes.view, { params: { id } }));
  return (
    <Loaded query={query} back={back}>
      {({ promotion, names }) => <Editor key={promotion._id} promotion={promotion} names={names} />}
    </Loaded>
  );
}

interface EditorProps {
  /** Undefined for a new promotion. */
  promotion?: Promotion;
  copied?: Promotion;
  names?: PromotionView['names'];
}
const sections = [
  'Offer',
  'Conditions',
  'Schedule',
  'Codes and limits',
  'Who pays',
  'Combinations',
  'Test basket',
  'Past orders',
];

function Editor({ promotion, copied, names = {} }: EditorProps) {
  const form = usePromotionForm(promotion, copied);
  const create = useWrite(promotionRoutes.create);
  const edit = useWrite(promotionRoutes.edit);
  const navigate = useNavigate();
  const mayReplay = useCan('promotion_view');
  const current = Object.entries(names).map(([_id, name]) => ({ _id, name }));
  // A field that changed is sent whole, because the server replaces it.
  const save = (values: PromotionInput, version: number, changed: Partial<PromotionInput>) => {
    if (!promotion) return create.mutateAsync({ body: values });
    const sent = Object.keys(changed).map((name) => [name, values[name as keyof PromotionInput]]);
    return edit.mutateAsync({
      params: { id: promotion._id },
      body: { ...(Object.fromEntries(sent) as Partial<PromotionInput>), version },
    });
  };
  return (
    <FormPage
      title={promotion ? `Edit ${promotion.number}` : 'New promotion'}
      saveLabel={promotion ? 'Save promotion' : 'Create draft'}
      form={form}
      save={save}
      back={
        promotion
          ? { to: '/promotions/view/$id', params: { id: promotion._id }, label: promotion.name }
          : back
      }
      onSaved={({ _id }) => void navigate({ to: '/promotions/view/$id', params: { id: _id } })}
      sections={sections}
      history={
        promotion && <HistoryButton resource="promotions" id={promotion._id} name={promotion.number} />
      }
    >
      {promotion && promotion.figures.orders > 0 && (
        <Alert color="blue" variant="light" title="Orders have used this promotion">
          Placed orders keep the terms they were placed with. New orders get the changed ones.
        </Alert>
      )}
      <OfferSection form={form} current={current} />
      {mayReplay && <FormWarning form={form} />}
      <FormSection title="Conditions" text="All of them must be met.">
        <ConditionFields form={form} />
        <AudienceFields form={form} current={current} />
      </FormSection>
      <FormSection title="Schedule" text="When the promotion runs.">
        <ScheduleFields form={form} />
      </FormSection>
      <CodesSection form={form} />
      <FormSection title="Who pays" text="The shares of each discount.">
        <FundingFields form={form} current={current} />
      </FormSection>
      <CombinesSection form={form} />
      {mayReplay && (
        <>
          <FormSection
            title="Test basket"
            text="Prices a basket with this promotion, which competes with the published ones. Nothing is saved."
          >
            <TestBasket form={form} promotionId={promotion?._id} />
          </FormSection>
          <TryOut form={form} />
        </>
      )}
    </FormPage>
  );
}

/** Warns about the values of the form once they are complete. */
function FormWarning({ form }: { form: PromotionForm }) {
  const [values] = useDebouncedValue(form.values, 500);
  const promotion = PromotionInputSchema.safeParse(inputOf(values)).data;
  return <BelowCostWarning subject={promotion ? { promotion } : null} />;
}

interface SectionProps {
  form: PromotionForm;
  current: readonly Ref[];
}
function OfferSection({ form, current }: SectionProps) {
  const { kind } = form.values.reward;
  const hasGoods = kind !== 'delivery' && kind !== 'coins';
  const mayImport = useMayImport('promotionGoods');
  return (
    <FormSection title="Offer" text="What the customer gets, and on which items.">
      <TextInput label="Name" description="For staff" withAsterisk {...form.getInputProps('name')} />
      <TextInput
        label="Label"
        description="Shown to shoppers, for example “Buy 2 get 1 free”"
        withAsterisk
        maxLength={60}
        {...form.getInputProps('label')}
      />
      <RewardFields form={form} current={current} />
      {hasGoods && (
        <fieldset className="m-0 min-w-0" style={{ border: 0, padding: 0 }}>
          <legend className="medium mb-2">Items</legend>
          <GoodsFields form={form} path="goods" current={current} />
          {mayImport && (
            <p className="m-0 mt-2 text-sm secondary">
              Many items? Save the promotion, then{' '}
              <AnchorLink to="/imports" search={{ kind: 'promotionGoods' }} inherit underline="always">
                import them
              </AnchorLink>{' '}
              from a file.
            </p>
          )}
        </fieldset>
      )}
      <LocationMultiSelect
        label="Locations"
        description="Leave empty for all locations"
        current={current}
        value={form.values.locationIds}
        onChange={(ids) => form.setFieldValue('locationIds', ids)}
        error={firstError(form.errors, 'locationIds')}
      />
    </FormSection>
  );
}

const codeKinds = [
  { value: 'none', label: 'No code: applies automatically' },
  { value: 'shared', label: 'One code for everyone' },
  { value: 'batch', label: 'Single-use codes' },
];
function CodesSection({ form }: { form: PromotionForm }) {
  const { kind } = form.values.codes;
  return (
    <FormSection title="Codes and limits">
      <Select label="Code" allowDeselect={false} data={codeKinds} {...form.getInputProps('codes.kind')} />
      {kind === 'shared' && (
        <TextInput
          label="Shared code"
          description="3 to 32 letters, digits and hyphens. Case is ignored."
          withAsterisk
          {...form.getInputProps('codes.code')}
        />
      )}
      {kind === 'batch' && (
        <p className="m-0 text-sm secondary">Create the codes after you save the promotion.</p>
      )}
      <QuantityInput
        label="Uses"
        description="The most checkouts. Leave empty for no limit."
        {...form.getInputProps('limits.uses')}
      />
      <QuantityInput
        label="Uses per customer"
        description="Leave empty for no limit"
        {...form.getInputProps('limits.usesPerCustomer')}
      />
      <MoneyInput
        label="Budget"
        description="The most discount of all orders together. Leave empty for no limit."
        {...form.getInputProps('limits.budget')}
      />
    </FormSection>
  );
}

const combinations = [
  ['goods', 'Discounts on items'],
  ['order', 'Discounts on the order'],
  ['delivery', 'Delivery discounts'],
  ['plan', 'Benefits of subscription plans'],
] as const;
function CombinesSection({ form }: { form: PromotionForm }) {
  const isAlone = combinations.every(([name]) => !form.values.combines[name]);
  return (
    <FormSection
      title="Combinations"
      text="Customers always get the best allowed combination. A unit has at most one discount on items."
    >
      {combinations.map(([name, label]) => (
        <Checkbox
          key={name}
          label={label}
          {...form.getInputProps(`combines.${name}`, { type: 'checkbox' })}
        />
      ))}
      {isAlone && (
        <p className="m-0 text-sm secondary">
          This promotion applies alone: orders with it get no other promotion, extra coins or plan benefit.
        </p>
      )}
    </FormSection>
  );
}
