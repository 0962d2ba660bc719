import { type Location, type LocationInput, locationRoutes } from '@aisle/contract/locations/locations';
import type { OpeningRules } from '@aisle/contract/locations/opening';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { useSignedIn } from '../../../core/session/session.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import type { UploadedImage } from '../../../ui/form/fields/image-upload.tsx';
import { RateInput } from '../../../ui/form/fields/inputs.tsx';
import { FormPage, FormSection } from '../../../ui/form/form-page.tsx';
import { countOnTab, tabToMend } from '../../../ui/form/form-tabs.ts';
import { useZodForm, type Values } from '../../../ui/form/use-zod-form.ts';
import { hoursOf } from '../../../ui/hours/opening-hours.ts';
import { ListTabs } from '../../../ui/list/list-tabs.tsx';
import { ContactSection } from './contact-section.tsx';
import { DeliverySection } from './delivery-section.tsx';
import { HoursSections } from './hours-sections.tsx';
import { type FormTabKey, formTabs, LocationFields, toValues } from './location-values.ts';
import { AddressSection } from './place-section.tsx';

const back = { to: '/locations', label: 'Locations' } as const;

export function AddLocation() {
  return <LocationForm location={undefined} />;
}

export function EditLocation() {
  const { id } = useParams({ from: '/shell/locations/edit/$id' });
  const query = useQuery({
    ...read(locationRoutes.view, { params: { id } }),
    // Never refetches, so that changes by others don't replace the draft. They show up as a conflict on save.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
  return (
    <Loaded query={query} back={back}>
      {(location) => <LocationForm key={location._id} location={location} />}
    </Loaded>
  );
}

/** The paths of required fields that are still empty. */
const emptyFields = (values: ReturnType<typeof toValues>): string[] =>
  (LocationFields.safeParse(values).error?.issues ?? [])
    .filter(({ path }) =>
      isEmpty(path.reduce<unknown>((at, key) => (at as Values | undefined)?.[String(key)], values)),
    )
    .map(({ path }) => path.join('.'));
const isEmpty = (value: unknown): boolean => value === null || value === '';
const requiredText = (count: string | undefined): string | undefined => count && `${count} required`;

function LocationForm({ location }: { location: Location | undefined }) {
  const router = useRouter();
  const isStore = useSignedIn().user.userType === 'store';
  const form = useZodForm(LocationFields, toValues, location);
  const create = useWrite(locationRoutes.create);
  const edit = useWrite(locationRoutes.edit);
  const [images, setImages] = useState<UploadedImage[]>(location?.image ? [{ picture: location.image }] : []);
  const [tab, setTab] = useState<FormTabKey>('general');
  // Only for the preview: the server applies holidays anyway.
  const holidays = useQuery({ ...read(locationRoutes.holidays, {}), meta: { quiet: true } });
  const savedId = useRef(location?._id ?? '');

  async function save(
    { commissionRate, ...values }: LocationInput,
    version: number,
    { commissionRate: newRate, ...changed }: Partial<LocationInput>,
  ): Promise<void> {
    const files = { image: images[0]?.file };
    if (!location) {
      const saved = await create.mutateAsync({ body: { ...values, commissionRate }, files });
      savedId.current = saved._id;
      return;
    }
    await edit.mutateAsync({
      params: { id: location._id },
      body: {
        ...changed,
        version,
        // Only the marketplace can change the commission.
        ...(!isStore && newRate !== undefined && { commissionRate: newRate }),
        ...(location.image && images.length === 0 && { removeImage: true }),
      },
      files,
    });
  }
  const { alwaysOpen, timeZone, openingHours, hoursExceptions } = form.values;
  const place: OpeningRules = {
    timeZone,
    openingHours: alwaysOpen ? {} : hoursOf(openingHours),
    hoursExceptions,
    holidays: holidays.data ?? [],
  };
  /** Opens the tab with the first error, which may be hidden. */
  const submit: typeof form.submit = async (save) => {
    const done = await form.submit(save);
    const issues = LocationFields.safeParse(form.values).error?.issues ?? [];
    const wrongTab = tabToMend(
      formTabs,
      tab,
      issues.map(({ path }) => path.join('.')),
    );
    if (!done && wrongTab) setTab(wrongTab.key);
    return done;
  };
  const wrong = Object.keys(form.errors);
  const missing = location ? [] : emptyFields(form.values);
  return (
    <FormPage
      title={location ? `Edit ${location.name}` : 'New location'}
      form={Object.assign({}, form, { submit })}
      save={save}
      onSaved={() => void router.navigate({ to: '/locations/view/$id', params: { id: savedId.current } })}
      back={
        location ? { to: '/locations/view/$id', params: { id: location._id }, label: location.name } : back
      }
    >
      <ListTabs
        label="Location"
        tabs={formTabs.map((one) => ({
          key: one.key,
          label: one.label,
          count: countOnTab(one, wrong) ?? requiredText(countOnTab(one, missing)),
          isOn: one.key === tab,
          onClick: () => setTab(one.key),
        }))}
      />
      {tab === 'general' && (
        <>
          <ContactSection form={form} images={images} onImages={setImages} />
          <AddressSection form={form} />
          <FormSection title="Commission" text="The marketplace's share of sales at this location.">
            <RateInput
              label="Commission"
              withAsterisk
              disabled={isStore}
              description={isStore ? 'Only the marketplace can change this' : undefined}
              maw={200}
              {...form.getInputProps('commissionRate')}
            />
          </FormSection>
        </>
      )}
      {tab === 'hours' && <HoursSections form={form} place={place} />}
      {tab === 'delivery' && <DeliverySection form={form} location={location} place={place} />}
    </FormPage>
  );
}
