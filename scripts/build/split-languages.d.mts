import type { Plugin } from 'vite'

export declare function splitsLanguages(): Plugin
