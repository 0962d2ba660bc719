import { isTimeZone, kmToMiles, milesToKm } from '@aisle/contract/core/dates';
import {
  type DeliverySlotRule,
  type HoursException,
  type Location,
  LocationInput,
  locationRoutes,
} from '@aisle/contract/locations';
import type { OpenPlace } from '@aisle/contract/opening';
import { Select, Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { read, useWrite } from '../core/api.ts';
import { useMay, useSignedIn } from '../core/session.ts';
import { AddressFields, addressValues } from '../ui/form/address-fields.tsx';
import { FormPage, FormSection } from '../ui/form/form-page.tsx';
import { ImageUpload, type UploadedImage } from '../ui/form/image-upload.tsx';
import { MoneyInput, RateInput } from '../ui/form/inputs.tsx';
import { parseDecimal } from '../ui/form/parse-decimal.ts';
import { type FieldProps, TypedField } from '../ui/form/typed-field.tsx';
import { useZodForm } from '../ui/form/use-zod-form.ts';
import { Loaded } from '../ui/loaded.tsx';
import { ExceptionsEditor } from './exceptions-editor.tsx';
import { HoursEditor } from './hours-editor.tsx';
import classes from './locations.module.css';
import { hoursOf, isAlwaysOpen, type Week, weekOf } from './opening-hours.ts';
import { OpeningPreview } from './opening-preview.tsx';
import { RadiusPicture } from './radius-picture.tsx';
import { SlotFields } from './slot-fields.tsx';

const back = { to: '/locations', label: 'Locations' };

const usualSlots: DeliverySlotRule = { lengthMinutes: 120, capacity: null, leadMinutes: 60 };

function toValues(location?: Location) {
  const fee = location?.deliveryFee;
  return {
    name: location?.name ?? '',
    code: location?.code ?? '',
    phone: location?.phone ?? '',
    email: location?.email ?? '',
    address: addressValues(location?.address),
    latitude: location?.latitude ?? (null as number | null),
    longitude: location?.longitude ?? (null as number | null),
    timeZone: location?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    alwaysOpen: isAlwaysOpen(location?.openingHours),
    openingHours: weekOf(location?.openingHours),
    hoursExceptions: location?.hoursExceptions ?? [],
    deliveryRadiusKm: location?.deliveryRadiusKm ?? (null as number | null),
    ownFee: Boolean(fee),
    deliveryFee: { base: fee?.base ?? 0, perMile: fee?.perMile ?? 0, freeAbove: fee?.freeAbove ?? null },
    ownSlots: Boolean(location?.deliverySlots),
    deliverySlots: location?.deliverySlots ?? usualSlots,
    minimumOrder: location?.minimumOrder ?? (null as number | null),
    acceptsPickup: location?.acceptsPickup ?? true,
    commissionRate: location?.commissionRate ?? (null as number | null),
    status: location?.status ?? true,
  };
}
/** What the switches of the form say is turned into what is stored. */
const LocationFields = z.preprocess((values) => {
  const { alwaysOpen, ownFee, ownSlots, openingHours, deliveryFee, deliverySlots, ...rest } =
    values as ReturnType<typeof toValues>;
  return {
    ...rest,
    openingHours: alwaysOpen ? {} : hoursOf(openingHours),
    deliveryFee: ownFee ? deliveryFee : null,
    deliverySlots: ownSlots ? deliverySlots : null,
  };
}, LocationInput);

export function AddLocation() {
  return <LocationForm location={undefined} />;
}

export function EditLocation() {
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useQuery({
    ...read(locationRoutes.view, { params: { id } }),
    // What is being typed must not be swapped for what others save meanwhile: that is a conflict to show.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
  return (
    <Loaded query={query} back={back}>
      {(location) => <LocationForm key={location._id} location={location} />}
    </Loaded>
  );
}

function LocationForm({ location }: { location: Location | undefined }) {
  const router = useRouter();
  const isStore = useSignedIn().user.userType === 'store';
  const form = useZodForm(LocationFields, toValues, location);
  const create = useWrite(locationRoutes.create);
  const edit = useWrite(locationRoutes.edit);
  const [images, setImages] = useState<UploadedImage[]>(location?.image ? [{ picture: location.image }] : []);
  const savedId = useRef(location?._id);
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);

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
        // What the marketplace takes, only the marketplace changes.
        ...(!isStore && newRate !== undefined && { commissionRate: newRate }),
        ...(location.image && images.length === 0 && { removeImage: true }),
      },
      files,
    });
  }
  const { alwaysOpen, ownFee, ownSlots } = form.values;
  const place: OpenPlace = {
    timeZone: form.values.timeZone,
    openingHours: alwaysOpen ? {} : hoursOf(form.values.openingHours),
    hoursExceptions: form.values.hoursExceptions,
  };
  return (
    <FormPage
      title={location ? `Edit ${location.name}` : 'New location'}
      form={form}
      save={save}
      onSaved={() => void router.navigate({ to: `/locations/view/${savedId.current}` })}
      back={location ? { to: `/locations/view/${location._id}`, label: location.name } : back}
    >
      <FormSection title="Name and contact" text="What customers and staff see.">
        <TextInput label="Name" withAsterisk {...form.getInputProps('name')} />
        <div className={classes.pair}>
          <TextInput
            label="Code"
            withAsterisk
            description="Short and unique, for labels and imports"
            {...form.getInputProps('code')}
          />
          <TextInput
            label="Phone"
            type="tel"
            description="Customers may call it"
            {...form.getInputProps('phone')}
          />
        </div>
        <TextInput label="Email" type="email" {...form.getInputProps('email')} />
        <ImageUpload label="Picture" images={images} onChange={setImages} />
        <Switch
          label="Active"
          description="An inactive location takes no orders"
          color="teal"
          {...form.getInputProps('status', { type: 'checkbox' })}
        />
      </FormSection>
      <FormSection title="Place" text="Distances are measured from this point, as the crow flies.">
        <AddressFields form={form} path="address." required />
        <div className={classes.pair}>
          <DegreesInput
            label="Latitude"
            withAsterisk
            placeholder="41.8819"
            {...form.getInputProps('latitude')}
          />
          <DegreesInput
            label="Longitude"
            withAsterisk
            placeholder="-87.6278"
            {...form.getInputProps('longitude')}
          />
        </div>
        <Select
          label="Time zone"
          withAsterisk
          searchable
          limit={50}
          data={zones.includes(form.values.timeZone) ? zones : [form.values.timeZone, ...zones]}
          {...form.getInputProps('timeZone')}
        />
      </FormSection>
      <FormSection
        title="Opening hours"
        text="In the location's own time. Orders that come while it is closed wait until it opens."
      >
        <Switch
          label="Always open"
          color="teal"
          {...form.getInputProps('alwaysOpen', { type: 'checkbox' })}
        />
        {!alwaysOpen && (
          <HoursEditor
            week={form.values.openingHours}
            onChange={(week: Week) => form.setFieldValue('openingHours', week)}
            errorAt={(path) => form.errors[`openingHours.${path}`]}
          />
        )}
      </FormSection>
      <FormSection
        title="Holidays and special hours"
        text="Dates on which other hours hold than in any other week. There are no delivery slots while it is closed."
      >
        <ExceptionsEditor
          exceptions={form.values.hoursExceptions}
          onChange={(exceptions: HoursException[]) => form.setFieldValue('hoursExceptions', exceptions)}
          errorAt={(path) => form.errors[`hoursExceptions.${path}`]}
        />
        <div>
          <Text fw={500} size="sm" mb={6}>
            The next 14 days
          </Text>
          <OpeningPreview place={place} />
        </div>
      </FormSection>
      <FormSection title="Delivery and pickup">
        {location && <FormRadius location={location} values={form.values} />}
        <div className={classes.pair}>
          <MilesInput label="Delivers within" withAsterisk {...form.getInputProps('deliveryRadiusKm')} />
          <MoneyInput
            label="Minimum order"
            placeholder="As the marketplace"
            {...form.getInputProps('minimumOrder')}
          />
        </div>
        <Switch
          label="Customers may collect"
          color="teal"
          {...form.getInputProps('acceptsPickup', { type: 'checkbox' })}
        />
        <Switch
          label="Delivery fees of its own"
          description="Otherwise those of the marketplace hold"
          color="teal"
          {...form.getInputProps('ownFee', { type: 'checkbox' })}
        />
        {ownFee && (
          <div className={classes.pair}>
            <MoneyInput label="Base fee" {...form.getInputProps('deliveryFee.base')} />
            <MoneyInput label="And for each mile" {...form.getInputProps('deliveryFee.perMile')} />
            <MoneyInput
              label="Free from"
              placeholder="Never"
              {...form.getInputProps('deliveryFee.freeAbove')}
            />
          </div>
        )}
        <Switch
          label="Delivery slots of its own"
          description="Otherwise those of the marketplace are offered"
          color="teal"
          {...form.getInputProps('ownSlots', { type: 'checkbox' })}
        />
        {ownSlots && isTimeZone(place.timeZone) && (
          <SlotFields
            rule={form.values.deliverySlots}
            place={place}
            inputs={(field) => form.getInputProps(`deliverySlots.${field}`)}
            onLength={(minutes) => form.setFieldValue('deliverySlots.lengthMinutes', minutes)}
          />
        )}
      </FormSection>
      <FormSection title="Commission" text="What the marketplace keeps of the goods sold here.">
        <RateInput
          label="Commission"
          withAsterisk
          disabled={isStore}
          description={isStore ? 'Only the marketplace changes it' : undefined}
          maw={200}
          {...form.getInputProps('commissionRate')}
        />
      </FormSection>
    </FormPage>
  );
}

/** What the radius that is being typed would mean for those who ordered lately. */
function FormRadius({ location, values }: { location: Location; values: ReturnType<typeof toValues> }) {
  const mayOrders = useMay('order_list');
  const query = useQuery({
    ...read(locationRoutes.deliveries, { params: { id: location._id } }),
    enabled: mayOrders,
    meta: { quiet: true },
  });
  const { latitude, longitude, deliveryRadiusKm: radiusKm } = values;
  const isDrawable = [latitude, longitude, radiusKm].every((one) => one !== null && Number.isFinite(one));
  if (!isDrawable || !radiusKm || radiusKm <= 0) return null;
  return (
    <RadiusPicture
      name={location.name}
      latitude={latitude!}
      longitude={longitude!}
      radiusKm={radiusKm}
      places={query.data?.places ?? []}
    />
  );
}

const upTo6 = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6, useGrouping: false });
const DegreesInput = (props: FieldProps<number>) => (
  <TypedField
    inputMode="text"
    {...props}
    toText={upTo6.format}
    parse={parseDecimal}
    unreadable={Number.NaN}
  />
);

const upTo2 = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, useGrouping: false });
/** Miles on the screen, kilometres in the form. */
const MilesInput = (props: FieldProps<number>) => (
  <TypedField
    inputMode="decimal"
    rightSection="mi"
    rightSectionWidth={36}
    {...props}
    toText={(km) => upTo2.format(kmToMiles(km))}
    parse={(text) => {
      const miles = parseDecimal(text);
      return typeof miles === 'number' ? Math.round(milesToKm(miles) * 1000) / 1000 : miles;
    }}
    unreadable={Number.NaN}
  />
);
