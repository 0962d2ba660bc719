import type { TaxFlow } from '@aisle/contract/categories';
import { Text } from '@mantine/core';
import { RateText } from '../ui/values.tsx';
import classes from './categories.module.css';

/** From the topmost category down: what each says, and whose word holds here. */
export function TaxSteps({ flow }: { flow: TaxFlow }) {
  const { steps, taxes, source } = flow;
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        What is charged as saved
      </Text>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step._id} data-applies={step.applies || undefined}>
            <span>{step.name}</span>
            <span>
              {step.taxes.length === 0
                ? 'says nothing'
                : step.taxes.map((tax, at) => (
                    <span key={tax._id}>
                      {at > 0 && ', '}
                      {tax.name} <RateText value={tax.rate} />
                      {!tax.status && ' (off)'}
                    </span>
                  ))}
            </span>
          </li>
        ))}
      </ol>
      <Text size="sm" c="dimmed" mt={4}>
        {source === null || taxes.length === 0
          ? 'No tax is charged here.'
          : `What ${source.name} says holds here.`}
      </Text>
    </div>
  );
}
