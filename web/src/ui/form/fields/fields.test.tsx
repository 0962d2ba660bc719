import { brandRoutes } from '@aisle/contract/catalog/brands';
import type { Picture, Ref } from '@aisle/contract/core/fields';
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../../test/render.tsx';
import { serve } from '../../../../test/server.ts';
import { ChoiceSelect } from './choice-select.tsx';
import { DateInput } from './date-input.tsx';
import { ImageUpload, type UploadedImage } from './image-upload.tsx';
import { MoneyInput, QuantityInput, RateInput } from './inputs.tsx';

type Field<Value> = (props: {
  label: string;
  value: Value | null;
  onChange: (value: Value | null) => void;
}) => React.ReactNode;
/** A field that holds its value like a form; `note` receives its changes. */
function Held<Value>({ of: Input, first, note }: { of: Field<Value>; first: Value | null; note: Note }) {
  const [value, setValue] = useState(first);
  const take = (next: Value | null) => {
    note(next);
    setValue(next);
  };
  return <Input label="Field" value={value} onChange={take} />;
}
type Note = (value: unknown) => void;
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Field' });

test.each([
  ['11/21/2026', '2026-11-21'],
  ['1/2/26', '2026-01-02'],
  ['2-28-2027', '2027-02-28'],
])('parses the day %s as %s and formats it on blur', async (typed, day) => {
  const note = vi.fn();
  const { user } = await show(<Held of={DateInput} first={null} note={note} />);

  await user.type(field(), typed);
  expect(note).toHaveBeenLastCalledWith(day);
  expect(field().value).toBe(typed);
  await user.tab();

  expect(field().value).toMatch(/^\d{2}\/\d{2}\/\d{4}$/);
});

test('keeps an invalid day as typed and passes on a value that the schema rejects', async () => {
  const note = vi.fn();
  const { user } = await show(<Held of={DateInput} first="2026-11-21" note={note} />);

  await user.clear(field());
  expect(note).toHaveBeenLastCalledWith(null);
  await user.type(field(), '02/31/2026');
  await user.tab();

  expect(field().value).toBe('02/31/2026');
  expect(note).toHaveBeenLastCalledWith('?');
});

test.each([
  ['money', MoneyInput, '1234.5', 123_450, '1234.50'],
  ['money with its sign', MoneyInput, '$0.99', 99, '0.99'],
  ['a quantity', QuantityInput, '1.250', 1.25, '1.25'],
  ['a rate', RateInput, '8.875', 8.875, '8.875'],
] as const)('parses %s as a number and formats it', async (_, of, typed, value, shown) => {
  const note = vi.fn();
  const { user } = await show(<Held of={of} first={null} note={note} />);

  await user.type(field(), typed);
  expect(note).toHaveBeenLastCalledWith(value);
  await user.tab();

  expect(field().value).toBe(shown);
});

test('keeps an invalid amount so that the user can correct it', async () => {
  const note = vi.fn();
  const { user } = await show(<Held of={MoneyInput} first={500} note={note} />);

  await user.type(field(), 'x');
  await user.tab();
  expect(field().value).toBe('5.00x');
  expect(note).toHaveBeenLastCalledWith(Number.NaN);
  await user.type(field(), '{Backspace}');

  expect(note).toHaveBeenLastCalledWith(500);
});

const choice = (number: number, name: string): Ref => ({
  _id: `00000000-0000-7000-8000-00000000000${number}`,
  name,
});
const [oak, elm] = [choice(1, 'Oak'), choice(2, 'Elm')];
function BrandField({ current, note }: { current?: Ref; note: Note }) {
  const [value, setValue] = useState<string | null>(current?._id ?? null);
  return (
    <ChoiceSelect
      label="Brand"
      route={brandRoutes.dropdown}
      current={current}
      clearable
      value={value}
      onChange={(id) => {
        note(id);
        setValue(id);
      }}
    />
  );
}
const combobox = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Brand' });

test('shows the name of the selected option without a request', async () => {
  const requests = serve(brandRoutes.dropdown, [oak, elm]);

  await show(<BrandField current={oak} note={vi.fn()} />);

  expect(combobox().value).toBe('Oak');
  expect(requests).toHaveLength(0);
});

test('loads options when the field opens and selects one', async () => {
  serve(brandRoutes.dropdown, [oak, elm]);
  const note = vi.fn();
  const { user } = await show(<BrandField note={note} />);

  await user.click(combobox());
  await user.click(await screen.findByRole('option', { name: 'Elm' }));

  expect(note).toHaveBeenCalledExactlyOnceWith(elm._id);
  await waitFor(() => expect(combobox().value).toBe('Elm'));
});

test('clears the value if the emptied field loses focus, and keeps it after a search', async () => {
  serve(brandRoutes.dropdown, [oak, elm]);
  const note = vi.fn();
  const { user } = await show(<BrandField current={oak} note={note} />);

  await user.tab();
  await user.type(combobox(), 'x');
  await user.tab();
  expect(combobox().value).toBe('Oak');
  await user.clear(combobox());
  await user.tab();

  expect(note).toHaveBeenCalledExactlyOnceWith(null);
  await waitFor(() => expect(combobox().value).toBe(''));
});

test('searches on the server while the user types', async () => {
  const requests = serve(brandRoutes.dropdown, ({ query }) => (query.search === 'el' ? [elm] : [oak, elm]));
  const { user } = await show(<BrandField note={vi.fn()} />);

  await user.click(combobox());
  await screen.findByRole('option', { name: 'Oak' });
  await user.type(combobox(), 'el');

  await waitFor(() => expect(requests.at(-1)?.query).toEqual({ search: 'el' }));
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Oak' })).toBeNull());
  expect(screen.getByRole('option', { name: 'Elm' })).toBeTruthy();
});

const picture = (number: number): Picture =>
  ({
    _id: `00000000-0000-7000-8000-00000000000${number}`,
    small: `/files/${number}-small.webp`,
    large: `/files/${number}.webp`,
    alt: `Picture ${number}`,
  }) as Picture;
const png = (name: string, size = 10) => new File([new Uint8Array(size)], name, { type: 'image/png' });

function Pictures({ first, many = true, note }: { first: UploadedImage[]; many?: boolean; note?: Note }) {
  const [images, setImages] = useState(first);
  const take = (next: UploadedImage[]) => {
    note?.(next);
    setImages(next);
  };
  return <ImageUpload label="Pictures" images={images} onChange={take} many={many} />;
}
const shown = () => screen.getAllByRole<HTMLImageElement>('img').map(({ alt }) => alt);
const chooser = () => document.querySelector<HTMLInputElement>('input[type="file"]')!;
const two = [{ picture: picture(1) }, { picture: picture(2) }];

test('adds new pictures after the existing ones', async () => {
  const { user } = await show(<Pictures first={two} />);

  await user.upload(chooser(), [png('new.png')]);

  expect(shown()).toEqual(['Picture 1', 'Picture 2', 'new.png']);
});

test('replaces the picture if only one is allowed', async () => {
  const { user } = await show(<Pictures first={[{ picture: picture(1) }]} many={false} />);

  expect(screen.getByRole('button', { name: 'Replace' })).toBeTruthy();
  await user.upload(chooser(), png('new.png'));

  expect(shown()).toEqual(['new.png']);
});

test("rejects oversized files and files that aren't images by name, and accepts the others", async () => {
  await show(<Pictures first={[]} />);
  const list = screen.getByRole('list', { name: 'Pictures' });
  const text = new File(['words'], 'words.txt', { type: 'text/plain' });

  dropFiles(list, [png('good.png'), text]);
  expect(await screen.findByText(/^words\.txt can't be uploaded\. Use JPEG, PNG, WebP or AVIF/)).toBeTruthy();
  expect(shown()).toEqual(['good.png']);
  dropFiles(list, [png('huge.png', 10 * 1024 * 1024 + 1)]);

  expect(await screen.findByText(/^huge\.png can/)).toBeTruthy();
  expect(shown()).toEqual(['good.png']);
});

function dropFiles(target: Element, files: File[]): void {
  const event = createEvent.drop(target);
  Object.defineProperty(event, 'dataTransfer', { value: { files } });
  fireEvent(target, event);
}

test('moves a picture with arrow keys within the list', async () => {
  const note = vi.fn();
  const { user } = await show(<Pictures first={two} note={note} />);

  screen.getAllByRole('listitem')[0]!.focus();
  await user.keyboard('{ArrowLeft}');
  expect(note).not.toHaveBeenCalled();
  await user.keyboard('{ArrowRight}');

  expect(shown()).toEqual(['Picture 2', 'Picture 1']);
});

test('removes a picture', async () => {
  const { user } = await show(<Pictures first={two} />);

  await user.press('Remove picture 1');

  expect(shown()).toEqual(['Picture 2']);
});
