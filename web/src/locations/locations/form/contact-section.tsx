import { Switch, TextInput } from '@mantine/core';
import { ImageUpload, type UploadedImage } from '../../../ui/form/fields/image-upload.tsx';
import { PhoneInput } from '../../../ui/form/fields/phone-input.tsx';
import { FormSection } from '../../../ui/form/form-page.tsx';
import classes from '../locations.module.css';
import type { FormOfLocation } from './location-values.ts';

interface ContactSectionProps {
  form: FormOfLocation;
  images: UploadedImage[];
  onImages: (images: UploadedImage[]) => void;
}

export function ContactSection({ form, images, onImages }: ContactSectionProps) {
  return (
    <FormSection title="Name and contact" text="Shown to customers and staff.">
      <TextInput label="Name" withAsterisk {...form.getInputProps('name')} />
      <div className={`grid align-start gap-3 gap-x-4 ${classes.pair}`}>
        <TextInput
          label="Code"
          withAsterisk
          description="Used on labels and in imports"
          {...form.getInputProps('code')}
        />
        <PhoneInput description="Shown to customers" {...form.getInputProps('phone')} />
      </div>
      <TextInput label="Email" type="email" {...form.getInputProps('email')} />
      <ImageUpload label="Picture" images={images} onChange={onImages} />
      <Switch
        label="Active"
        description="Inactive locations don't take orders"
        color="teal"
        {...form.getInputProps('status', { type: 'checkbox' })}
      />
    </FormSection>
  );
}
