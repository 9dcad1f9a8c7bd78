// src/server/http/docs/examples.ts
function e(t, n, r = 0) {
	if (!t || r > 8) return;
	if (t.$ref) return e(n.schemas[t.$ref.split("/").at(-1) ?? ""], n, r + 1);
	if (t.examples?.length) return t.examples[0];
	if (t.const !== void 0) return t.const;
	if (t.enum) return t.enum[0];
	let i = t.oneOf?.[0] ?? t.anyOf?.[0];
	if (i) return e(i, n, r + 1);
	if (t.items) {
		let i = e(t.items, n, r + 1);
		return i === void 0 ? void 0 : [i];
	}
	let a = Object.entries(t.properties ?? {}).map(([t, i]) => [t, e(i, n, r + 1)]).filter(([, e]) => e !== void 0);
	return a.length > 0 ? Object.fromEntries(a) : void 0;
}
// src/server/http/docs/browser/elements.ts
function t(e, t = {}, ...n) {
	let r = document.createElement(e);
	for (let [e, n] of Object.entries(t)) n !== void 0 && n !== !1 && r.setAttribute(e, n === !0 ? "" : n);
	return r.append(...n), r;
}
function n(e, n) {
	let r = t("button", {
		type: "button",
		class: "quiet"
	}, e);
	return r.addEventListener("click", async () => {
		await navigator.clipboard.writeText(n()), r.textContent = "Copied", setTimeout(() => {
			r.textContent = e;
		}, 1500);
	}), r;
}
// src/server/http/docs/browser/contract.ts
var r = "/api/v1", i;
function a() {
	return i ??= fetch("/openapi.json").then((e) => e.json()), i;
}
function o(e, t) {
	for (let [n, r] of Object.entries(e.paths)) {
		let i = Array.isArray(r.parameters) ? r.parameters : [];
		for (let [a, o] of Object.entries(r)) {
			if (Array.isArray(o) || o.operationId !== t) continue;
			let r = [...i, ...o.parameters ?? []], s = (t) => t.$ref && e.components.parameters[c(t.$ref)] || t, [l, u] = Object.entries(o.requestBody?.content ?? {})[0] ?? [];
			return {
				method: a.toUpperCase(),
				path: n,
				parameters: r.map(s),
				body: l && u?.schema ? {
					type: l,
					schema: u.schema
				} : void 0,
				takesApiKey: o.security?.some((e) => "apiKey" in e) ?? !1
			};
		}
	}
	throw Error(`The contract has no operation ${t}.`);
}
function s(e, t, n) {
	let [r] = t.split(`/{${n}}`);
	return r && e.paths[r]?.get ? r : void 0;
}
function c(e) {
	return e.split("/").at(-1) ?? "";
}
// src/server/http/docs/browser/session.ts
var l;
async function u() {
	l ??= fetch(`${r}/settings`).then((e) => e.json());
	let { auth_method: e, identity_url: t } = await l;
	if (e === "cookie") return {};
	let n = `${t.replace(/\/$/, "")}/sessions/whoami?tokenize_as=taskloom`, i = await fetch(n, { credentials: "include" });
	if (!i.ok) return {};
	let { tokenized: a } = await i.json();
	return a ? { Authorization: `Bearer ${a}` } : {};
}
// src/server/http/docs/browser/answer.ts
var d = 2e5;
async function f(e, n, r) {
	let i = performance.now(), a = t("p", {
		class: "status",
		role: "status"
	}, "Sending…");
	n.replaceChildren(a);
	try {
		let t = await fetch(e.url, {
			method: e.method,
			headers: {
				...await p(e),
				...e.headers
			},
			signal: r,
			...e.body === void 0 ? {} : { body: e.body },
			...e.headers.Authorization ? { credentials: "omit" } : {}
		}), o = () => `${Math.round(performance.now() - i)} ms`;
		a.textContent = `${t.status} ${t.statusText} · ${o()}`, a.dataset.status = String(t.status)[0], n.append(m(t)), t.status === 401 && n.append(h());
		let s = await g(t, n);
		return a.textContent = `${t.status} ${t.statusText} · ${o()} · ${s.toLocaleString("en-US")} bytes`, t;
	} catch (e) {
		a.dataset.status = "5", a.textContent = r.aborted ? "Stopped." : `No answer: ${e instanceof Error ? e.message : e}`;
		return;
	}
}
async function p({ headers: e }) {
	return e.Authorization ? {} : u();
}
function m({ headers: e }) {
	let n = [...e].map(([e, t]) => `${e}: ${t}`).join("\n");
	return t("details", {}, t("summary", {}, "Headers"), t("pre", { tabindex: "0" }, n));
}
function h() {
	return t("p", {}, t("a", {
		href: "/auth/login",
		target: "_blank"
	}, "Sign in"), " and send again, or give an API key of the project.");
}
async function g(e, r) {
	let i = e.headers.get("content-type") ?? "";
	if (e.status === 204 || !e.body) return 0;
	if (!/json|text|xml|csv/.test(i)) {
		let n = await e.blob(), i = URL.createObjectURL(n);
		return r.append(t("a", {
			href: i,
			download: ""
		}, "Download the answer")), n.size;
	}
	let a = t("pre", {
		tabindex: "0",
		class: "body"
	});
	r.append(a);
	let o = "", s = 0, c = new TextDecoder(), l = e.body.getReader();
	for (;;) {
		let { done: e, value: t } = await l.read();
		if (e) break;
		s += t.byteLength, o += c.decode(t, { stream: !0 }), i.startsWith("text/event-stream") && (a.textContent = o.slice(0, d));
	}
	return i.includes("json") && !i.includes("ndjson") && (o = _(o)), a.textContent = o.length > d ? `${o.slice(0, d)}\n… ${o.length} characters` : o, r.append(n("Copy the answer", () => o)), s;
}
function _(e) {
	try {
		return JSON.stringify(JSON.parse(e), null, 2);
	} catch {
		return e;
	}
}
// src/core/task/snippets/literals.ts
function v(e) {
	return `'${e.replaceAll("'", "'\\''")}'`;
}
// src/server/http/docs/browser/request.ts
var y = ({ in: e, name: t }) => `${e} ${t}`;
function b(e, t) {
	let n = new URLSearchParams(), i = {}, a = e.path;
	for (let r of e.parameters) {
		let e = t.values.get(y(r))?.trim() ?? "";
		if (e === "") {
			if (r.required) throw Error(`Fill in ${r.name}.`);
			continue;
		}
		let { name: o } = r;
		if (r.in === "path" && (a = a.replace(`{${o}}`, encodeURIComponent(e))), r.in === "header" && (i[o] = e), r.in === "query") {
			let t = [r.schema?.type].flat().includes("array");
			for (let r of t ? e.split(/\s*,\s*/) : [e]) n.append(o, r);
		}
	}
	t.apiKey && (i.Authorization = `Bearer ${t.apiKey}`);
	let o = n.size > 0 ? `?${n}` : "";
	return {
		method: e.method,
		url: `${r}${a}${o}`,
		headers: {
			...i,
			...x(e, t)
		},
		body: S(e, t)
	};
}
function x({ body: e }, t) {
	return e && !e.type.startsWith("multipart/") && t.body.trim() !== "" ? { "Content-Type": e.type } : {};
}
function S({ body: e }, { body: t, files: n }) {
	if (e) {
		if (e.type.startsWith("multipart/")) {
			let e = new FormData();
			for (let [t, r] of n) e.set(t, r);
			return e;
		}
		if (t.trim() !== "") {
			try {
				JSON.parse(t);
			} catch (e) {
				throw Error(`The body is not JSON: ${e instanceof Error ? e.message : e}`);
			}
			return t;
		}
	}
}
function C({ method: e, url: t, headers: n, body: r }, i) {
	let a = [`curl${e === "GET" ? "" : ` --request ${e}`} ${v(i + t)}`];
	for (let [e, t] of Object.entries(n)) e !== "Authorization" && a.push(`--header ${v(`${e}: ${t}`)}`);
	if (a.push("--header \"Authorization: Bearer $TASKLOOM_API_KEY\""), typeof r == "string" && a.push(`--data-raw ${v(r)}`), r instanceof FormData) for (let [e, t] of r) a.push(`--form ${v(`${e}=@${t instanceof File ? t.name : t}`)}`);
	return a.join(" \\\n  ");
}
// src/server/http/docs/browser/fields.ts
var w = "taskloom-docs-values";
function T(e) {
	let { name: n, required: r, schema: i } = e, a = t("span", { class: "dim" }, ` ${e.in}${r ? "" : ", optional"}`), o = i?.enum ?? ([i?.type].flat()[0] === "boolean" ? [!0, !1] : []), s = e.in === "path" ? D(n) : "", c;
	if (o.length > 0) {
		c = t("select", {}, t("option", { value: "" }, ""));
		for (let e of o) c.append(t("option", { value: String(e) }, String(e)));
	} else c = t("input", {
		placeholder: String(i?.examples?.[0] ?? i?.default ?? ""),
		autocomplete: "off",
		spellcheck: "false"
	}), c.value = s;
	return e.in === "path" && c.addEventListener("change", () => O(n, c.value)), {
		row: t("label", { class: "field" }, t("code", {}, n), a, c),
		field: c
	};
}
async function E(e, { path: n, parameters: i }, a) {
	let o = i.filter((e) => e.in === "path");
	if (o.length === 0) return;
	let c = await u();
	for (let i of o) {
		let o = a.get(y(i)), l = s(e, n, i.name);
		if (!l || !(o instanceof HTMLInputElement)) continue;
		let u = l.replace(/\{(\w+)\}/g, (e, t) => encodeURIComponent(a.get(y({
			in: "path",
			name: t
		}))?.value ?? "")), d = await fetch(`${r}${u}?page_limit=25`, { headers: c });
		if (!d.ok) return;
		let { results: f = [] } = await d.json(), p = `things-${crypto.randomUUID()}`, m = t("datalist", { id: p });
		for (let e of f) {
			let n = e.id ?? String(e.number ?? "");
			n && m.append(t("option", { value: n }, e.name ?? ""));
		}
		o.setAttribute("list", p), o.after(m);
		let h = f[0];
		o.value === "" && h && (o.value = h.id ?? String(h.number ?? ""));
	}
}
function D(e) {
	return k()[e] ?? "";
}
function O(e, t) {
	sessionStorage.setItem(w, JSON.stringify({
		...k(),
		[e]: t
	}));
}
function k() {
	try {
		return JSON.parse(sessionStorage.getItem(w) ?? "{}");
	} catch {
		return {};
	}
}
// src/server/http/docs/browser/try-it.ts
var A = "", j = /* @__PURE__ */ new Map();
function M(e) {
	e.addEventListener("toggle", async () => {
		if (!e.open || e.querySelector("form")) return;
		let n = e.dataset.operation ?? "";
		try {
			let t = await a();
			e.append(N(t, o(t, n)));
		} catch (n) {
			e.append(t("p", { role: "alert" }, n instanceof Error ? n.message : String(n)));
		}
	});
}
function N(e, r) {
	let i = /* @__PURE__ */ new Map(), a = t("form", {});
	for (let e of r.parameters) {
		let { row: t, field: n } = T(e);
		i.set(y(e), n), a.append(t);
	}
	let o = F(e, r);
	o && a.append(o.row);
	let s = I(r);
	s && a.append(s);
	let c = t("button", {
		type: "submit",
		class: "send"
	}, "Send"), l = t("button", {
		type: "button",
		class: "quiet",
		hidden: !0
	}, "Stop"), u = t("div", { class: "answer" }), d = t("p", {
		class: "problem",
		role: "alert"
	}), p = () => ({
		values: new Map([...i].map(([e, t]) => [e, t.value])),
		body: o?.text() ?? "",
		files: o?.files() ?? /* @__PURE__ */ new Map(),
		apiKey: A
	}), m = () => {
		d.textContent = "";
		try {
			return b(r, p());
		} catch (e) {
			d.textContent = e instanceof Error ? e.message : String(e);
			return;
		}
	}, h = n("Copy as cURL", () => {
		let e = m();
		return e ? C(e, location.origin) : "";
	});
	return a.append(t("div", { class: "buttons" }, c, l, h), d, u), a.addEventListener("submit", async (e) => {
		e.preventDefault();
		let t = m();
		if (!t || r.method === "DELETE" && !confirm(`Really delete? ${t.url}`)) return;
		let n = new AbortController();
		l.onclick = () => n.abort(), c.disabled = !0, l.hidden = !1;
		let i = await f(t, u, n.signal);
		c.disabled = !1, l.hidden = !0;
		let a = i?.headers.get("etag");
		a && j.set(t.url, a);
	}), P(r, i, m), E(e, r, i), a;
}
function P(e, t, n) {
	let r = e.parameters.find(({ name: e }) => e.toLowerCase() === "if-match"), i = r && t.get(y(r));
	i?.addEventListener("focus", () => {
		let e = i.value === "" ? n()?.url : void 0;
		i.value ||= (e && j.get(e)) ?? "";
	});
}
function F(n, { body: r }) {
	if (!r) return;
	if (r.type.startsWith("multipart/")) {
		let e = t("input", { type: "file" });
		return {
			row: t("label", { class: "field" }, t("code", {}, "file"), e),
			text: () => "",
			files: () => {
				let t = e.files?.[0];
				return new Map(t ? [["file", t]] : []);
			}
		};
	}
	let i = t("textarea", {
		rows: "8",
		spellcheck: "false"
	});
	return i.value = JSON.stringify(e(r.schema, n.components), null, 2), i.rows = Math.min(20, i.value.split("\n").length + 1), {
		row: t("label", { class: "field wide" }, t("span", {}, "Body", t("span", { class: "dim" }, ` ${r.type}`)), i),
		text: () => i.value,
		files: () => /* @__PURE__ */ new Map()
	};
}
function I({ takesApiKey: e }) {
	if (!e) return;
	let n = t("input", {
		type: "password",
		autocomplete: "off",
		placeholder: "none: as you are signed in"
	});
	return n.value = A, n.addEventListener("input", () => {
		A = n.value.trim();
	}), t("label", { class: "field" }, t("span", {}, "API key"), n);
}
// src/server/http/docs/browser/main.ts
var L = localStorage.getItem("mantine-color-scheme-value");
(L === "light" || L === "dark") && (document.documentElement.style.colorScheme = L);
for (let e of document.querySelectorAll("details.try")) M(e);
R(document.querySelector("nav")), z();
function R(e) {
	let t = e?.querySelector("input[type=search]");
	if (!e || !t) return;
	let n = [...e.querySelectorAll("section a")];
	t.addEventListener("input", () => {
		let r = t.value.toLowerCase().split(/\s+/).filter(Boolean);
		e.dataset.searching = String(r.length > 0);
		for (let e of n) {
			let t = `${e.textContent} ${e.hash} ${e.dataset.words ?? ""}`.toLowerCase();
			e.hidden = !r.every((e) => t.includes(e));
		}
		for (let t of e.querySelectorAll("section")) t.hidden = !t.querySelector("a:not([hidden])");
	}), t.addEventListener("keydown", (e) => {
		e.key === "Enter" && n.find((e) => !e.hidden)?.click(), e.key === "Escape" && (t.value = "", t.dispatchEvent(new Event("input")));
	}), document.addEventListener("keydown", (e) => {
		let n = e.target instanceof Element && e.target.closest("input, textarea, select");
		e.key !== "/" || n || (e.preventDefault(), t.focus());
	});
}
function z() {
	let e = new Map([...document.querySelectorAll("nav section a")].map((e) => [e.hash.slice(1), e])), t, n = new IntersectionObserver((n) => {
		let r = n.find(({ isIntersecting: e }) => e), i = r && e.get(r.target.id);
		i && (t?.removeAttribute("aria-current"), i.setAttribute("aria-current", "location"), i.closest("nav")?.scrollTo({ top: i.offsetTop - innerHeight / 2 }), t = i);
	}, { rootMargin: "0px 0px -80% 0px" });
	for (let e of document.querySelectorAll("main section[id]")) n.observe(e);
}
