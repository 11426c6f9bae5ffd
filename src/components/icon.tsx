import { sized } from './sized.ts'

/** The icons of the first page, and icons that several folders use. */
const paths = {
  alert:
    'M12 8.5v4.5m0 3.25v.25M10.6 4.3 2.9 17.6A1.6 1.6 0 0 0 4.3 20h15.4a1.6 1.6 0 0 0 1.4-2.4L13.4 4.3a1.6 1.6 0 0 0-2.8 0Z',
  back: 'M19 12H5.5m0 0L11.5 6M5.5 12l6 6',
  check: 'm5 12.5 4.6 4.5L19 7.5',
  chevronDown: 'm6.5 9.5 5.5 5.5 5.5-5.5',
  clock: 'M12 7.5V12l3 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  flip: 'M7.5 4.5v14m0 0L4 15m3.5 3.5L11 15M16.5 19.5v-14m0 0L13 9m3.5-3.5L20 9',
  info: 'M12 11v5.5M12 7.6v.2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  invert: 'M4.5 9h14m0 0L15 5.5M18.5 9 15 12.5M19.5 15h-14m0 0L9 11.5M5.5 15 9 18.5',
  settings:
    'M4 7.5h9m4.5 0H20M4 16.5h2.5m4.5 0h9M15.25 9.75a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5ZM8.75 18.75a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5Z',
  shield: 'm8.8 12 2.3 2.3 4.2-4.3M12 3.2 5 5.8v5.4c0 4.3 2.8 7.7 7 9.6 4.2-1.9 7-5.3 7-9.6V5.8l-7-2.6Z',
  wallet:
    'M16.5 13.4v.2M5.5 7.5h12a2.5 2.5 0 0 1 2.5 2.5v7a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 17V6.8c0-1.3 1-2.3 2.3-2.3H16a1.5 1.5 0 0 1 1.5 1.5v1.5',
} as const

export type IconName = keyof typeof paths

/** An icon of a single lazy page. Its path is in that page's chunk. */
export interface IconPath {
  path: string
}

export interface IconProps {
  name: IconName | IconPath
  /** In pixels. Default 20. */
  size?: number
}

/**
 * An SVG icon, hidden from screen readers. Place it next to a text or inside a labelled element.
 */
export function Icon({ name, size = 20 }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      ref={sized(`${size}px`)}
      width={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size < 18 ? 2 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={typeof name === 'string' ? paths[name] : name.path} />
    </svg>
  )
}
