import type { Ref } from '@aisle/contract/core/fields';
import { rewardKinds } from '@aisle/contract/sales/promotions/promotion-terms';
import { rewardLabels } from '@aisle/contract/sales/promotions/promotion-text';
import { Checkbox, SegmentedControl, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { MoneyInput, QuantityInput, RateInput } from '../../ui/form/fields/inputs.tsx';
import { GoodsFields } from './goods-fields.tsx';
import { allGoods } from './promotion-values.ts';
import classes from './promotions.module.css';
import type { PromotionForm } from './use-promotion-form.ts';

const kinds = rewardKinds.map((value) => ({ value, label: rewardLabels[value] }));

interface RewardFieldsProps {
  form: PromotionForm;
  current: readonly Ref[];
}
/** The offer as a sentence with fields in it: "Buy [2], get [1] [100]% off". */
export function RewardFields({ form, current }: RewardFieldsProps) {
  const { kind } = form.values.reward;
  return (
    <>
      <Select label="Kind" allowDeselect={false} data={kinds} {...form.getInputProps('reward.kind')} />
      <Offer form={form} />
      {kind === 'percent' && (
        <MoneyInput
          label="At most"
          description="The largest discount of an order. Leave empty for no limit."
          {...form.getInputProps('reward.maxAmount')}
        />
      )}
      {kind === 'buyGet' && <BuyGetFields form={form} current={current} />}
    </>
  );
}

function Offer({ form }: { form: PromotionForm }) {
  const { kind, isAmount } = form.values.reward;
  const at = (name: string, label: string) => ({
    'aria-label': label,
    className: classes.inline ?? '',
    ...form.getInputProps(`reward.${name}`),
  });
  switch (kind) {
    case 'percent':
      return (
        <Sentence>
          <RateInput {...at('percent', 'Discount in percent')} /> off the items below
        </Sentence>
      );
    case 'price':
      return (
        <Sentence>
          Each of the items below for <MoneyInput {...at('price', 'Price')} />
        </Sentence>
      );
    case 'bundle':
      return (
        <Sentence>
          Any <QuantityInput {...at('quantity', 'Number of items')} /> of the items below for{' '}
          <MoneyInput {...at('price', 'Price of all of them')} />
        </Sentence>
      );
    case 'buyGet':
      return (
        <Sentence>
          Buy <QuantityInput {...at('buy', 'Number to buy')} /> of the items below, get{' '}
          <QuantityInput {...at('get', 'Number to get')} /> with{' '}
          <RateInput {...at('percent', 'Discount in percent')} /> off
        </Sentence>
      );
    case 'amount':
      return (
        <Sentence>
          <MoneyInput {...at('amount', 'Discount')} /> off the items below, once per{' '}
          <Select
            aria-label="Once per"
            className={classes.inlineSelect ?? ''}
            allowDeselect={false}
            data={[
              { value: 'order', label: 'order of a store' },
              { value: 'checkout', label: 'checkout' },
            ]}
            {...form.getInputProps('reward.per')}
          />
        </Sentence>
      );
    case 'delivery':
      return (
        <Sentence>
          {isAmount ? (
            <MoneyInput {...at('amount', 'Discount')} />
          ) : (
            <RateInput {...at('percent', 'Discount in percent')} />
          )}{' '}
          off delivery
          <Unit form={form} data={['%', '$']} />
        </Sentence>
      );
    case 'coins':
      return (
        <Sentence>
          <QuantityInput {...(isAmount ? at('bonus', 'Extra coins') : at('multiplier', 'Multiplier'))} />{' '}
          {isAmount ? 'extra coins' : 'times the usual coins'}
          <Unit form={form} data={['×', 'Coins']} />
        </Sentence>
      );
  }
}

const Sentence = ({ children }: { children: ReactNode }) => (
  <div className={`flex wrap align-center gap-2 text-md ${classes.sentence}`}>{children}</div>
);

function Unit({ form, data: [share, amount] }: { form: PromotionForm; data: [string, string] }) {
  return (
    <SegmentedControl
      aria-label="Unit of the discount"
      value={form.values.reward.isAmount ? 'amount' : 'share'}
      onChange={(value) => form.setFieldValue('reward.isAmount', value === 'amount')}
      data={[
        { value: 'share', label: share },
        { value: 'amount', label: amount },
      ]}
    />
  );
}

function BuyGetFields({ form, current }: RewardFieldsProps) {
  const { getGoods } = form.values.reward;
  return (
    <>
      <QuantityInput
        label="At most this many times per order"
        description="Leave empty for no limit"
        {...form.getInputProps('reward.times')}
      />
      <Checkbox
        label="The customer gets other items than they buy"
        checked={getGoods !== null}
        onChange={(event) =>
          form.setFieldValue('reward.getGoods', event.currentTarget.checked ? allGoods : null)
        }
      />
      {getGoods !== null && (
        <fieldset className={`m-0 min-w-0 ${classes.part}`}>
          <legend className="medium mb-2">Items to get</legend>
          <GoodsFields form={form} path="reward.getGoods" current={current} />
        </fieldset>
      )}
    </>
  );
}
