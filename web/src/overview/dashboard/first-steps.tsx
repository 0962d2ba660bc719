import { IconBuildingStore, IconFileImport, IconPackageImport } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCanOpen } from '../../core/screens.ts';
import classes from './dashboard.module.css';

const steps = [
  {
    to: '/locations/add',
    icon: IconBuildingStore,
    title: 'Add a location',
    text: 'Where orders are picked: its address, opening hours and delivery area.',
  },
  {
    to: '/imports',
    icon: IconFileImport,
    title: 'Import products',
    text: 'From a CSV or Excel file, checked row by row before anything is written.',
  },
  {
    to: '/inventory/add',
    icon: IconPackageImport,
    title: 'Receive stock',
    text: 'What lies on the shelves can be sold: scan it in, with lots and expiry dates.',
  },
] as const;

/** What a marketplace without anything in it shows in place of zeros. */
export function FirstSteps() {
  const canOpen = useCanOpen();
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps" className={classes.firstTitle}>
        Open your marketplace
      </h2>
      <ol className={classes.steps}>
        {steps
          .filter(({ to }) => canOpen(to))
          .map(({ to, icon: Icon, title, text }, index) => (
            <li key={to}>
              <Link to={to} className={classes.step}>
                <Icon size={20} aria-hidden />
                <strong>
                  {index + 1}. {title}
                </strong>
                <span>{text}</span>
              </Link>
            </li>
          ))}
      </ol>
    </section>
  );
}
