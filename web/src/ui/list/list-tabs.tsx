import classes from './list-tabs.module.css';

export interface ListTab {
  key: string;
  label: string;
  count?: string | undefined;
  isOn: boolean;
  onClick: () => void;
}

/**
 * On a narrow screen, scrolls the current tab into view after layout. Scrolls only the strip: the page stays at its top even if
 * the tabs are far below.
 */
const reveal = (tab: HTMLElement | null): void => {
  requestAnimationFrame(() => {
    const strip = tab?.parentElement;
    if (!strip) return;
    const [here, seen] = [tab.getBoundingClientRect(), strip.getBoundingClientRect()];
    if (here.left < seen.left) strip.scrollLeft += here.left - seen.left;
    else if (here.right > seen.right) strip.scrollLeft += here.right - seen.right;
  });
};

/** Tabs of one list. A tab is only a filter, so Back steps through them. */
export function ListTabs({ label, tabs }: { label: string; tabs: readonly ListTab[] }) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          ref={tab.isOn ? reveal : undefined}
          className={`inline-row flex-none secondary nowrap plain-button text-sm medium ${classes.tab}`}
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
