import {
  Autocomplete,
  Button,
  type Checkbox,
  createTheme,
  type CSSVariablesResolver,
  Input,
  type MantineThemeComponent,
  type MantineThemeOverride,
  mergeThemeOverrides,
  Modal,
  PasswordInput,
  type Radio,
  type SegmentedControl,
  Select,
  Skeleton,
  TextInput,
} from '@mantine/core';
import controls from './controls.module.css';

/** `Radio.extend({ … })` without the code of the component, which is loaded with the screens that show it. */
const extend = <Component extends { extend: (given: never) => unknown }>(
  given: Parameters<Component['extend']>[0],
): MantineThemeComponent => given;

/** A list with its own scroll area would be a second element for the arrow keys. */
const list = { withScrollArea: false } as const;
const listClasses = { option: controls['option'] ?? '', options: controls['options'] ?? '' };

/**
 * Mantine's theme. All values are in tokens.css and are only passed on here, so that Mantine's components cannot differ
 * from this app's. Every target is at least 44 px high.
 */
const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  colors: {
    accent: [
      '#e4f1f7',
      '#c6e4f2',
      '#9dd6f0',
      '#7bcdf1',
      '#5cc0ec',
      '#2c9fcf',
      '#1682b0',
      '#0b6e99',
      '#095d82',
      '#084e6d',
    ],
    // Mantine's default `dark` colours are the greys of its own dark scheme; these are the ones of this app.
    dark: [
      '#eef3f7',
      '#d3dce4',
      '#b4c1cc',
      '#93a2ae',
      '#3a4855',
      '#2c3843',
      '#222c35',
      '#1a222a',
      '#141b21',
      '#11171d',
    ],
  },
  fontFamily: 'var(--bw-font)',
  fontFamilyMonospace: 'var(--bw-mono)',
  headings: { fontFamily: 'var(--bw-font)' },
  fontSizes: { xs: '13px', sm: '14px', md: '16px', lg: '18px', xl: '20px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    Button: Button.extend({
      // Explicit, because without it Mantine sets no `data-variant`, which controls.module.css needs.
      defaultProps: { size: 'md', variant: 'filled' },
      classNames: {
        root: controls['button'] ?? '',
        inner: controls['buttonInner'] ?? '',
        label: controls['buttonLabel'] ?? '',
      },
      vars: (_theme, props) => ({
        root: {
          '--button-height': props.size === 'lg' ? '56px' : '44px',
          '--button-padding-x': props.size === 'lg' ? '24px' : '16px',
          '--button-fz': props.size === 'lg' ? '17px' : '15px',
        },
      }),
    }),
    Input: Input.extend({
      defaultProps: { size: 'md' },
      classNames: { input: controls['input'] ?? '' },
      vars: () => ({
        wrapper: { '--input-height': '48px', '--input-fz': '16px', '--input-padding-y': '11px' },
      }),
    }),
    InputWrapper: Input.Wrapper.extend({
      classNames: {
        label: controls['label'] ?? '',
        description: controls['description'] ?? '',
        error: controls['error'] ?? '',
      },
    }),
    TextInput: TextInput.extend({ defaultProps: { size: 'md' } }),
    PasswordInput: PasswordInput.extend({ defaultProps: { size: 'md' } }),
    Checkbox: extend<typeof Checkbox>({
      defaultProps: { size: 'md' },
      classNames: { input: controls['check'] ?? '' },
    }),
    Radio: extend<typeof Radio>({ classNames: { radio: controls['check'] ?? '' } }),
    SegmentedControl: extend<typeof SegmentedControl>({
      defaultProps: { withItemsBorders: false },
      classNames: {
        root: controls['segments'] ?? '',
        label: controls['segment'] ?? '',
        indicator: controls['segmentHere'] ?? '',
      },
    }),
    Modal: Modal.extend({
      defaultProps: { centered: true, radius: 'lg', padding: 'xl', overlayProps: { backgroundOpacity: 0.5 } },
      classNames: {
        title: controls['modalTitle'] ?? '',
        content: controls['modal'] ?? '',
        header: controls['modalHeader'] ?? '',
      },
    }),
    Select: Select.extend({ defaultProps: list, classNames: listClasses }),
    Autocomplete: Autocomplete.extend({ defaultProps: list, classNames: listClasses }),
    RadioIndicator: extend<typeof Radio.Indicator>({ classNames: { indicator: controls['radio'] ?? '' } }),
    Skeleton: Skeleton.extend({ defaultProps: { radius: 'sm' } }),
  },
});

/** The theme with the accessible names of Mantine's own buttons in the reader's language. */
export const localizedTheme = ({
  close,
  showSecret,
}: {
  readonly close: string;
  readonly showSecret: string;
}): MantineThemeOverride =>
  mergeThemeOverrides(theme, {
    components: {
      Modal: { defaultProps: { closeButtonProps: { 'aria-label': close } } },
      PasswordInput: {
        defaultProps: { visibilityToggleButtonProps: { 'aria-label': showSecret } },
      },
    },
  });

/** Mantine's variables in both schemes, mapped to this app's tokens. */
export const mantineVariables: CSSVariablesResolver = () => {
  const scheme = {
    '--mantine-color-body': 'var(--bw-ground)',
    '--mantine-color-text': 'var(--bw-ink)',
    '--mantine-color-bright': 'var(--bw-ink)',
    '--mantine-color-dimmed': 'var(--bw-ink-2)',
    '--mantine-color-placeholder': 'var(--bw-ink-3)',
    '--mantine-color-anchor': 'var(--bw-accent-ink)',
    '--mantine-color-error': 'var(--bw-trouble-ink)',
    '--mantine-color-default': 'var(--bw-surface)',
    '--mantine-color-default-hover': 'var(--bw-hover)',
    '--mantine-color-default-color': 'var(--bw-ink)',
    '--mantine-color-default-border': 'var(--bw-line)',
    '--mantine-color-disabled': 'var(--bw-sunken)',
    '--mantine-color-disabled-color': 'var(--bw-ink-3)',
    '--mantine-color-disabled-border': 'var(--bw-line)',
    '--mantine-primary-color-filled': 'var(--bw-accent)',
    '--mantine-primary-color-filled-hover': 'var(--bw-accent-hover)',
    '--mantine-primary-color-contrast': 'var(--bw-on-accent)',
    '--mantine-primary-color-light': 'var(--bw-accent-wash)',
    '--mantine-primary-color-light-hover': 'var(--bw-accent-wash)',
    '--mantine-primary-color-light-color': 'var(--bw-accent-ink)',
    '--mantine-color-accent-text': 'var(--bw-accent-ink)',
    '--mantine-color-red-filled': 'var(--bw-trouble)',
    '--mantine-color-red-text': 'var(--bw-trouble-ink)',
  };
  return { variables: {}, light: scheme, dark: scheme };
};

/**
 * The CSP nonce that allows style elements of this page; the policy names it (electron/shell/served-pages.ts). Empty
 * where the app did not serve the page.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
