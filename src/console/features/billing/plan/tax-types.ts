import type { InvoicedTaxId, TaxId } from '#generated/model/index.ts';

/** The types of tax ID that can be set here. */
const TYPES: Readonly<Record<TaxId['type'], string>> = {
  eu_vat: 'EU VAT number',
  gb_vat: 'United Kingdom: VAT number',
  us_ein: 'United States: EIN',
  ch_vat: 'Switzerland: VAT number',
  no_vat: 'Norway: VAT number',
  au_abn: 'Australia: ABN',
  nz_gst: 'New Zealand: GST number',
  ca_bn: 'Canada: BN',
  in_gst: 'India: GST number',
  jp_trn: 'Japan: tax registration number',
  kr_brn: 'South Korea: BRN',
  sg_gst: 'Singapore: GST number',
  br_cnpj: 'Brazil: CNPJ',
  mx_rfc: 'Mexico: RFC',
  za_vat: 'South Africa: VAT number',
};

/** Whether a tax ID has a type that can be set here. Payment pages know more. */
export function isSettable(taxId: InvoicedTaxId): taxId is TaxId {
  return taxId.type in TYPES;
}

/** The types to choose from, and the current one. */
export function taxTypeOptions(current: string): { value: string; label: string }[] {
  const options = Object.entries(TYPES).map(([value, label]) => ({ value, label }));
  return current in TYPES ? options : [{ value: current, label: labelOf(current) }, ...options];
}

/** `li_uid` becomes `Liechtenstein: UID`. */
function labelOf(type: string): string {
  const [, country, name] = /^([a-z]{2})_(\w+)$/.exec(type) ?? [];
  if (!country || !name) return `Other: ${type}`;
  const region = new Intl.DisplayNames('en', { type: 'region' }).of(country.toUpperCase());
  return `${region}: ${name.toUpperCase().replaceAll('_', ' ')}`;
}
