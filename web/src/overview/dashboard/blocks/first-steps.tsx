import type { Setup } from '@aisle/contract/overview/dashboard';
import { type SetupStep, settingsRoutes, setupSteps } from '@aisle/contract/system/settings';
import { Button, Group, Progress } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useWrite } from '../../../core/api.ts';
import { type Destination, useCanOpen } from '../../../core/pages/screens.ts';
import { useCan } from '../../../core/session/session.ts';
import { AnchorLink, ButtonLink } from '../../../ui/record/screen-link.tsx';
import classes from '../dashboard.module.css';

interface Step {
  title: string;
  text: string;
  /** Links to screens where the step can be done. */
  ways: readonly (Destination & { label: string })[];
  /** Marks the step as done without a change, because the defaults may be right. */
  keep?: string;
}
const stepsOf = ({ emptyLocationId, firstLocationId, openOrderId }: Setup): Record<SetupStep, Step> => ({
  marketplace: {
    title: 'Name your marketplace',
    text: 'Its name, logo and time zone, as customers see them on receipts and in emails.',
    ways: [{ to: '/settings', label: 'Enter name' }],
    keep: 'Keep “Aisle”',
  },
  location: {
    title: 'Add a location',
    text: 'Enter the address, opening hours and delivery area of a store.',
    ways: [{ to: '/locations/add', label: 'Add location' }],
  },
  products: {
    title: 'Add products',
    text: 'Import a CSV or Excel file, checked row by row, or add products one at a time.',
    ways: [
      { to: '/imports', label: 'Import products' },
      { to: '/products/add', label: 'Add one' },
    ],
  },
  assortment: {
    title: 'Choose what each store sells',
    text: 'Products go on sale at a store once they are assigned to it and in stock.',
    ways: [
      emptyLocationId
        ? { to: '/locations/tree/$id', params: { id: emptyLocationId }, label: 'Choose products' }
        : { to: '/locations', label: 'Choose products' },
    ],
  },
  stock: {
    title: 'Receive stock',
    text: "Add what's on your shelves, with lots and expiry dates.",
    ways: [{ to: '/inventory/add', label: 'Receive stock' }],
  },
  ready: {
    title: 'Check that the location can take orders',
    text: 'It has to be active, open within the next days, and have products in stock.',
    ways: [
      firstLocationId
        ? { to: '/locations/view/$id', params: { id: firstLocationId }, label: "See what's missing" }
        : { to: '/locations', label: "See what's missing" },
    ],
  },
  payment: {
    title: 'Choose how customers pay',
    text: 'Cash on delivery is on. Cards and coins are off.',
    ways: [{ to: '/settings', label: 'Choose payment types' }],
    keep: 'Only cash',
  },
  delivery: {
    title: 'Set delivery fees',
    text: 'Delivery is free until you set a fee. Stores can have fees and time slots of their own.',
    ways: [{ to: '/settings', search: { tab: 'delivery' }, label: 'Set fees' }],
    keep: 'Free delivery',
  },
  people: {
    title: 'Invite your team',
    text: 'Store owners, clerks and support, each with their own permissions.',
    ways: [{ to: '/users', label: 'Invite people' }],
    keep: 'Just me',
  },
  order: {
    title: 'Get your first order',
    text: 'Take an order by phone, or connect your online shop with an API key.',
    ways: [
      { to: '/orders/add', label: 'New order' },
      { to: '/settings', search: { tab: 'api-keys' }, label: 'Create API key' },
    ],
  },
  delivered: {
    title: 'Deliver it',
    text: 'Pick the items, send the order out, and mark it as delivered.',
    ways: openOrderId ? [{ to: '/orders/view/$id', params: { id: openOrderId }, label: 'Open order' }] : [],
  },
});

/** The steps of a new marketplace to its first delivered order. Completed steps are checked off. */
export function FirstSteps({ setup }: { setup: Setup }) {
  const canOpen = useCanOpen();
  const canChange = useCan('access_setting');
  const saving = useWrite(settingsRoutes.update, { quiet: true });
  const steps = stepsOf(setup);
  const done = setupSteps.filter((name) => setup[name]);
  const isOver = done.length === setupSteps.length;
  const next = setupSteps.find((name) => !setup[name] && steps[name].ways.some(({ to }) => canOpen(to)));
  const save = (isShown: boolean, marked: readonly SetupStep[]) =>
    saving.mutate({ body: { setup: { isShown, done: [...marked] }, version: setup.settingsVersion } });
  return (
    <section aria-labelledby="first-steps" className={`card ${classes.setup}`}>
      <Group align="baseline" justify="space-between" wrap="nowrap" gap="md" mb="sm">
        <h2 id="first-steps" className={classes.firstTitle}>
          {isOver ? 'Your marketplace is set up' : 'Set up your marketplace'}
        </h2>
        <Group align="baseline" gap="sm" wrap="nowrap">
          <span className="tabular">
            {done.length}/{setupSteps.length}
          </span>
          {canChange && (
            <Button
              size="compact-sm"
              variant={isOver ? 'filled' : 'subtle'}
              color={isOver ? undefined : 'gray'}
              loading={saving.isPending}
              onClick={() => save(false, setup.marked)}
            >
              {isOver ? 'Done' : 'Hide'}
            </Button>
          )}
        </Group>
      </Group>
      <Progress
        value={(done.length / setupSteps.length) * 100}
        color="teal"
        size="sm"
        aria-label="Setup progress"
      />
      <ol className="plain-list lined mt-3">
        {setupSteps.map((name) => (
          <StepRow
            key={name}
            step={steps[name]}
            isDone={setup[name]}
            isNext={name === next}
            onKeep={canChange ? () => save(true, [...setup.marked, name]) : undefined}
          />
        ))}
      </ol>
    </section>
  );
}

interface StepRowProps {
  step: Step;
  isDone: boolean;
  isNext: boolean;
  onKeep: (() => void) | undefined;
}
function StepRow({ step, isDone, isNext, onKeep }: StepRowProps) {
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
        {!isDone && <span>{step.text}</span>}
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
          {step.keep && onKeep && (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={onKeep}>
              {step.keep}
            </Button>
          )}
        </span>
      )}
    </li>
  );
}
