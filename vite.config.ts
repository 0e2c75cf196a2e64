import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { plainContracts } from './vite.contracts.ts'
import { screenCode } from './vite.screens.ts'
import { CSS_TARGET, signInPage } from './vite.sign-in.ts'

/** The parts of a form, and the schemas that it checks by, which come with the first dialog and not with a screen. */
const FORMS = [
  /@mantine\/form|\/node_modules\/(?:klona|fast-deep-equal)\//,
  /\/web\/ui\/(?:FormModal|FormBody|FormCard|draft-form|schema-form|record-form|PasswordField)\b/,
  /\/web\/parts\/(?:own-schema|criteria-texts)/,
  /\/node_modules\/zod\/|\/shared\/contract\/[\w/-]+\.ts$/,
  /\/shared\/(?:endpoint|fields|[a-z]+-fields?|names|phones|own-values|email-address|id-lists)\.ts$/,
]

/** The kit's searched lists, and what they alone bring. */
const KIT =
  /@mantine\/core|@mantine\/hooks\/.*\/use-(?:click-outside|focus-return|id|long-press|merged-ref|previous|reduced-motion|uncontrolled)\b|@floating-ui|react-remove-scroll|\/web\/ui\/(?:Kit\.tsx|kit\.css)/

/** Parts that some screens share, as heavy as one of them: lists that open over it, tabs, files, marks, questions. */
const SOME = [
  /\/shared\/folding|\/web\/ui\/folded-options|\/web\/parts\/(?:StudentPicker|GroupsPicker)/,
  /\/web\/(?:parts\/(?:DropZone|ExportPanel|FileIcon|FilesList|FilesField|GroupFilterPanel|group-filters|looking-at-files|chosen-files)|core\/(?:received|upload|uploading|downloading)|ui\/(?:CardGrid|Tabs))\b/,
  /\/(?:web\/features\/(?:assessments|tasks|surveys|responses|question-pool|survey-results)\/|shared\/(?:contract\/assessment|decimals))/,
  /\/shared\/(?:contract\/|policies\/)?(?:feedback|reporting)/,
  /\/web\/ui\/(?:choices|ProgressBar)\b/,
  /\/shared\/patient-privacy/,
  ...FORMS,
  KIT,
  /\/uqr\/|\/web\/ui\/QrCode\b/,
  /\/icons\/Icon(?:File|Movie|Photo|Music|ExternalLink)/,
]
const isForMany = (id: string) => !SOME.some((one) => one.test(id))

/** Code of every screen beside the first, the dashboard included. */
const FRAME =
  /icons-react(?!.*\/Icon(?:File|Movie|Music|Photo))|\/web\/(?:layout\/(?:Page|ListState|ScreenButton|ScreenLink)\.tsx|ui\/(?:Tag|StatusBadge|Prompt|Disclosure|CardGrid|texts)\b)|\/shared\/contract\/dashboard\.ts/
const FEATURE = /\/web\/features\//
/** Small ones that forms use too, and would take along: each list would then load the forms. */
const ALSO_OF_FORMS = /\/shared\/(?:decimals|folding)\.ts$/
const OUT = join(import.meta.dirname, 'dist/web')

/** Compresses once at build time what the server would otherwise compress for every visitor. */
const precompressed: Plugin = {
  name: 'precompressed',
  apply: 'build',
  closeBundle() {
    for (const entry of readdirSync(OUT, { recursive: true, encoding: 'utf8' })) {
      const path = join(OUT, entry)
      if (!/\.(?:js|css|svg)$/.test(path) || statSync(path).size < 1024) continue
      const content = readFileSync(path)
      writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
    }
  },
}

const PAGE_TIMEOUT_SECONDS = 5

/** The one page among the kept files serves every address, so none is stored beside it. */
const keptPage = {
  cacheWillUpdate: async () => null,
  cachedResponseWillBeUsed: async () => caches.match('/index.html', { ignoreSearch: true }),
}

/**
 * Keeps the app's own files on the device, so that a screen opens without network (web/offline/page.ts registers
 * it). The page itself is asked for first, so that its token and the college's facts are fresh; the one that was kept
 * stands in when no answer comes. Nothing below /api ever goes through a cache.
 */
const keptOnDevice = VitePWA({
  injectRegister: false,
  registerType: 'autoUpdate',
  manifest: {
    name: 'Clinical eLog',
    short_name: 'eLog',
    description: 'The clinical logbook of a medical college',
    start_url: '/dashboard',
    background_color: '#f6f8f8',
    theme_color: '#0b5f63',
    icons: [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
  },
  workbox: {
    globPatterns: ['index.html', 'favicon.svg', 'assets/*.{js,css}'],
    // Nobody signs in or hands in without network; reader and maker of PDFs are not worth their size on every device, nor
    // is the decoder of QR codes.
    globIgnores: ['assets/sign-in-*', 'assets/pdfjs-*', 'assets/pdf-of-photos-*', 'assets/qr-decoder-*'],
    inlineWorkboxRuntime: true,
    // Notices of the server (web/public/notices.js).
    importScripts: ['/notices.js'],
    // The page that brought it is served by it at once, so that its other screens open without network too.
    clientsClaim: true,
    // Both would answer a visit to a screen with the kept page first.
    navigateFallback: null,
    directoryIndex: null,
    runtimeCaching: [
      {
        // A device that has read a code once reads the next one without network.
        urlPattern: ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/qr-decoder-'),
        handler: 'CacheFirst',
        options: { cacheName: 'qr-decoder', expiration: { maxEntries: 1 } },
      },
      {
        // However long it takes: the kept page can't sign anybody in.
        urlPattern: ({ request, url }) => request.mode === 'navigate' && url.pathname === '/login',
        handler: 'NetworkFirst',
        options: { plugins: [keptPage] },
      },
      {
        urlPattern: ({ request, url }) => request.mode === 'navigate' && !url.pathname.startsWith('/api'),
        handler: 'NetworkFirst',
        options: { networkTimeoutSeconds: PAGE_TIMEOUT_SECONDS, plugins: [keptPage] },
      },
    ],
  },
})

export default defineConfig({
  root: 'web',
  plugins: [plainContracts, react(), screenCode(OUT), signInPage(OUT), keptOnDevice, precompressed],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2023',
    cssTarget: CSS_TARGET,
    modulePreload: { polyfill: false },
    // The reader of PDFs, which is loaded for odd ones alone.
    chunkSizeWarningLimit: 1_600,
    // The first screen's code in one piece, what four parts share in another: fewer, better compressed answers.
    rolldownOptions: {
      output: {
        // The first screen's code lists every file by name: shorter ones are still told apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 3 },
            { name: 'frame', test: FRAME, minShareCount: 2, priority: 2.5 },
            { name: 'lists', test: isForMany, minShareCount: 14, priority: 1.3 },
            {
              name: 'parts',
              test: (id: string) => (isForMany(id) && !FEATURE.test(id)) || ALSO_OF_FORMS.test(id),
              minShareCount: 4,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            { name: 'kit', test: KIT, minShareCount: 2 },
            // Contracts use these too, and would take them among the forms.
            { name: 'policies', test: /\/shared\/(?:policies\/|plan-grid)/, minShareCount: 2, priority: 1 },
            { name: 'patient-privacy', test: /\/shared\/patient-privacy/, minShareCount: 2, priority: 1 },
            { name: 'forms', test: (id: string) => FORMS.some((one) => one.test(id)), minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: process.env.API_URL ?? 'http://127.0.0.1:3000', changeOrigin: false } } },
})
