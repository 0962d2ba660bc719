import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { Component, type CSSProperties, type ReactNode } from 'react';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/record-page.tsx';
import classes from './dashboard.module.css';

interface BlockProps {
  title: string;
  width: number;
  /** More to choose, left of the menu. */
  tools?: ReactNode;
  refresh: () => void;
  hide: () => void;
  children: ReactNode;
}

/** So many of twelve columns, where there is room for several. */
export const widthOf = (columns: number): CSSProperties => ({ '--width': columns }) as CSSProperties;

/** One block of the dashboard: it can be asked again and switched off, and fails alone. */
export function Block({ title, width, tools, refresh, hide, children }: BlockProps) {
  return (
    <div className={classes.block} style={widthOf(width)}>
      <Panel
        title={title}
        tools={
          <div className={classes.tools}>
            {tools}
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" size={28} aria-label={`More for ${title}`}>
                  <IconDots size={16} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconRefresh size={16} />} onClick={refresh}>
                  Refresh
                </Menu.Item>
                <Menu.Item leftSection={<IconEyeOff size={16} />} onClick={hide}>
                  Hide
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </div>
        }
      >
        <Contained retry={refresh}>{children}</Contained>
      </Panel>
    </div>
  );
}

interface ContainedProps {
  retry: () => void;
  children: ReactNode;
}
/** Keeps one block that cannot be drawn from taking the others with it. */
class Contained extends Component<ContainedProps, { error: Error | null }> {
  override state = { error: null as Error | null };
  static getDerivedStateFromError(error: Error) {
    return { error };
  }
  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    const again = () => {
      this.setState({ error: null });
      this.props.retry();
    };
    return <ErrorState error={error} retry={again} />;
  }
}
