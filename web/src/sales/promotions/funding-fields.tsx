import type { Ref } from '@aisle/contract/core/fields';
import { useCan } from '../../core/session/session.ts';
import { VendorSelect } from '../../links/catalog/vendor-select.tsx';
import { RateInput } from '../../ui/form/fields/inputs.tsx';
import classes from './promotions.module.css';
import type { PromotionForm } from './use-promotion-form.ts';

interface FundingFieldsProps {
  form: PromotionForm;
  current: readonly Ref[];
}
export function FundingFields({ form, current }: FundingFieldsProps) {
  const { marketplace, location, vendor, vendorId } = form.values.funding;
  const total = (marketplace ?? 0) + (location ?? 0) + (vendor ?? 0);
  const mayVendors = useCan('vendor_list');
  // The sum is checked when the form is saved, because it can't be right while a user goes from one share to the next.
  const share = (name: 'marketplace' | 'location' | 'vendor') => {
    const { onBlur: _, ...input } = form.getInputProps(`funding.${name}`);
    const onChange = (percent: number | null) => {
      form.clearFieldError('funding.marketplace');
      input.onChange(percent);
    };
    return { ...input, onChange };
  };
  return (
    <>
      <div className={`grid align-start gap-3 ${classes.shares}`}>
        <RateInput label="Marketplace" {...share('marketplace')} />
        <RateInput label="Location" {...share('location')} />
        <RateInput label="Vendor" {...share('vendor')} />
      </div>
      {Math.abs(total - 100) > 0.0005 && (
        <p className="m-0 text-sm secondary" role="status">
          The shares total {Math.round(total * 1000) / 1000}%. They must total 100%.
        </p>
      )}
      {(vendor ?? 0) > 0 && mayVendors && (
        <VendorSelect
          label="Vendor that pays"
          withAsterisk
          current={current.find(({ _id }) => _id === vendorId) ?? null}
          {...form.getInputProps('funding.vendorId')}
        />
      )}
    </>
  );
}
