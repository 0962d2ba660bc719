import type { Setup } from '@aisle/contract/overview/dashboard';
import { Group, Progress } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { type Destination, useCanOpen } from '../../../core/pages/screens.ts';
import { AnchorLink, ButtonLink } from '../../../ui/record/screen-link.tsx';
import classes from '../dashboard.module.css';

interface Step {
  done: Exclude<keyof Setup, 'emptyLocationId'>;
  title: string;
  text: string;
  /** Links to screens where the step can be done. */
  ways: readonly (Destination & { label: string })[];
}
const stepsOf = ({ emptyLocationId }: Setup): readonly Step[] => [
  {
    done: 'location',
    title: 'Add a location',
    text: 'Enter the address, opening hours and delivery area of a store.',
    ways: [{ to: '/locations/add', label: 'Add location' }],
  },
  {
    done: 'products',
    title: 'Add products',
    text: 'Import a CSV or Excel file, checked row by row, or add products one at a time.',
    ways: [
      { to: '/imports', label: 'Import products' },
      { to: '/products/add', label: 'Add one' },
    ],
  },
  {
    done: 'assortment',
    title: 'Choose what each store sells',
    text: 'Products go on sale at a store once they are assigned to it and in stock.',
    ways: [
      emptyLocationId
        ? { to: '/locations/tree/$id', params: { id: emptyLocationId }, label: 'Choose products' }
        : { to: '/locations', label: 'Choose products' },
    ],
  },
  {
    done: 'stock',
    title: 'Receive stock',
    text: "Add what's on your shelves, with lots and expiry dates.",
    ways: [{ to: '/inventory/add', label: 'Receive stock' }],
  },
  {
    done: 'delivery',
    title: 'Set up delivery and payment',
    text: 'Fees, delivery slots, and how customers can pay.',
    ways: [{ to: '/settings', search: { tab: 'delivery' }, label: 'Open settings' }],
  },
  {
    done: 'people',
    title: 'Invite your team',
    text: 'Store owners, clerks and support, each with their own permissions.',
    ways: [{ to: '/users', label: 'Invite people' }],
  },
  {
    done: 'shop',
    title: 'Get your first order',
    text: 'Connect your online shop with an API key, or take an order by phone.',
    ways: [
      { to: '/settings', search: { tab: 'api-keys' }, label: 'Create API key' },
      { to: '/orders/add', label: 'New order' },
    ],
  },
];

/** The setup steps, which replace the empty dashboard of a new marketplace. Completed steps are checked off. */
export function FirstSteps({ setup }: { setup: Setup }) {
  const canOpen = useCanOpen();
  const steps = stepsOf(setup);
  const open = steps.filter((step) => !setup[step.done]);
  const done = steps.length - open.length;
  const next = open.find(({ ways }) => ways.some(({ to }) => canOpen(to)));
  return (
    <section aria-labelledby="first-steps" className={`card ${classes.setup}`}>
      <Group align="baseline" justify="space-between" wrap="nowrap" gap={0} mb="sm">
        <h2 id="first-steps" className={classes.firstTitle}>
          Set up your marketplace
        </h2>
        <span className="tabular">
          {done}/{steps.length}
        </span>
      </Group>
      <Progress value={(done / steps.length) * 100} color="teal" size="sm" aria-label="Setup progress" />
      <ol className="plain-list lined mt-3">
        {steps.map((step) => (
          <StepRow key={step.done} step={step} isDone={setup[step.done]} isNext={step === next} />
        ))}
      </ol>
    </section>
  );
}

function StepRow({ step, isDone, isNext }: { step: Step; isDone: boolean; isNext: boolean }) {
  const canOpen = useCanOpen();
  const Icon = isDone ? IconCircleCheckFilled : IconCircle;
  const ways = isDone ? [] : step.ways.filter(({ to }) => canOpen(to));
  return (
    <li className={`flex wrap align-start gap-3 ${classes.step}`} data-done={isDone || undefined}>
      <Icon size={20} aria-hidden />
      <div className={classes.stepText}>
        <strong>
          {step.title}
          {isDone && <span className="visually-hidden"> (done)</span>}
        </strong>
        <span>{step.text}</span>
      </div>
      {ways.length > 0 && (
        <span className={`row gap-4 ${classes.ways}`}>
          {ways.map(({ label, ...way }, place) =>
            isNext && place === 0 ? (
              <ButtonLink key={label} {...way} size="xs">
                {label}
              </ButtonLink>
            ) : (
              <AnchorLink key={label} {...way} size="sm">
                {label}
              </AnchorLink>
            ),
          )}
        </span>
      )}
    </li>
  );
}
