import classes from './list-tabs.module.css';

export interface ListTab {
  key: string;
  label: string;
  count?: string | undefined;
  isOn: boolean;
  onClick: () => void;
}

/** Parts of one list, one beside the other; a part is only a filter, so Back goes through them. */
export function ListTabs({ label, tabs }: { label: string; tabs: readonly ListTab[] }) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          className={classes.tab}
          aria-current={tab.isOn ? 'page' : undefined}
          onClick={tab.onClick}
        >
          {tab.label}
          {tab.count !== undefined && <span className={classes.count}>{tab.count}</span>}
        </button>
      ))}
    </nav>
  );
}
