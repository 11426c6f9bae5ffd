import type { Plugin } from 'vite'

export declare function weighsStyles(): Plugin
