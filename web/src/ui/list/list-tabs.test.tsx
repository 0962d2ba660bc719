import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../test/render.tsx';
import { ListTabs } from './list-tabs.tsx';

test('scrolls the strip, but not the page, to the current tab', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return (this.matches('nav') ? { left: 0, right: 300 } : { left: 350, right: 420 }) as DOMRect;
  });
  const tabs = ['All', 'Waiting', 'Done'].map((label) => ({
    key: label,
    label,
    isOn: label === 'Done',
    onClick: () => {},
  }));

  await show(<ListTabs label="Rows" tabs={tabs} />);

  const strip = await screen.findByRole('navigation', { name: 'Rows' });
  await waitFor(() => expect(strip.scrollLeft).toBe(120));
  expect(scrolled).not.toHaveBeenCalled();
});
