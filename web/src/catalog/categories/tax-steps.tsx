import type { TaxFlow } from '@aisle/contract/catalog/categories';
import { Text } from '@mantine/core';
import { RateText } from '../../ui/values/values.tsx';
import classes from './categories.module.css';
import { taxText } from './tax-text.ts';

/** From the topmost category down: what each says, whose word holds here, and what flows down from it. */
export function TaxSteps({ flow }: { flow: TaxFlow }) {
  const { steps, taxes, source } = flow;
  const sourceAt = steps.findIndex(({ applies }) => applies);
  const charged = taxes.filter(({ status }) => status).reduce((sum, { rate }) => sum + rate, 0);
  return (
    <section aria-label="Taxes as saved">
      <Text size="sm" fw={500} mb={4}>
        Taxes charged, as saved
      </Text>
      <ol className={classes.flow}>
        {steps.map((step, at) => (
          <li
            key={step._id}
            data-applies={step.applies || undefined}
            data-flows={(sourceAt >= 0 && at > sourceAt) || undefined}
          >
            <span className={classes.flowName}>
              <bdi>{step.name}</bdi>
            </span>
            <span className={classes.flowTaxes}>
              {step.taxes.length === 0 ? (
                <span className={classes.flowNone}>
                  {sourceAt >= 0 && at > sourceAt ? `inherits from ${source?.name}` : 'no custom taxes'}
                </span>
              ) : (
                step.taxes.map((tax) => (
                  <span key={tax._id} className={classes.tax} data-off={!tax.status || undefined}>
                    <bdi>{taxText(tax)}</bdi>
                    {!tax.status && ' · off'}
                  </span>
                ))
              )}
            </span>
          </li>
        ))}
        <li data-result>
          <span className={classes.flowName}>Products here pay</span>
          <strong>{charged === 0 ? 'no tax' : <RateText value={charged} />}</strong>
        </li>
      </ol>
    </section>
  );
}
