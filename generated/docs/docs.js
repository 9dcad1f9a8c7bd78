// src/server/http/docs/browser/elements.ts
function e(e, t = {}, ...n) {
	let r = document.createElement(e);
	for (let [e, n] of Object.entries(t)) n !== void 0 && n !== !1 && r.setAttribute(e, n === !0 ? "" : n);
	return r.append(...n), r;
}
function t(t, n) {
	let r = e("button", {
		type: "button",
		class: "quiet"
	}, t);
	return r.addEventListener("click", async () => {
		await navigator.clipboard.writeText(n()), r.textContent = "Copied", setTimeout(() => {
			r.textContent = t;
		}, 1500);
	}), r;
}
// src/server/http/docs/browser/contract.ts
var n = "/api/v1", r;
function i() {
	return r ??= fetch("/openapi.json").then((e) => e.json()), r;
}
function a(e, t) {
	for (let [n, r] of Object.entries(e.paths)) {
		let i = Array.isArray(r.parameters) ? r.parameters : [];
		for (let [a, o] of Object.entries(r)) {
			if (Array.isArray(o) || o.operationId !== t) continue;
			let r = [...i, ...o.parameters ?? []], s = (t) => t.$ref && e.components.parameters[c(t.$ref)] || t, [l, u] = Object.entries(o.requestBody?.content ?? {})[0] ?? [];
			return {
				method: a.toUpperCase(),
				path: n,
				parameters: r.map(s),
				body: l && u ? {
					type: l,
					schema: u.schema
				} : void 0,
				takesApiKey: o.security?.some((e) => "apiKey" in e) ?? !1
			};
		}
	}
	throw Error(`The contract has no operation ${t}.`);
}
function o(e, t, n = 0) {
	if (e.$ref) {
		let r = t.components.schemas[c(e.$ref)];
		return r && n < 8 ? o(r, t, n + 1) : null;
	}
	if (e.examples?.length) return e.examples[0];
	if (e.default !== void 0) return e.default;
	if (e.enum) return e.enum[0];
	if (e.properties) {
		let r = Object.entries(e.properties).filter(([t]) => e.required?.includes(t));
		return Object.fromEntries(r.map(([e, r]) => [e, o(r, t, n + 1)]));
	}
	let r = [e.type].flat()[0];
	return r === "array" ? e.items ? [o(e.items, t, n + 1)] : [] : {
		string: "",
		integer: 0,
		number: 0,
		boolean: !1
	}[r ?? ""] ?? (r === "object" ? {} : null);
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
	l ??= fetch(`${n}/settings`).then((e) => e.json());
	let { auth_method: e, identity_url: t } = await l;
	if (e === "cookie") return {};
	let r = `${t.replace(/\/$/, "")}/sessions/whoami?tokenize_as=taskloom`, i = await fetch(r, { credentials: "include" });
	if (!i.ok) return {};
	let { tokenized: a } = await i.json();
	return a ? { Authorization: `Bearer ${a}` } : {};
}
// src/server/http/docs/browser/answer.ts
var d = 2e5;
async function f(t, n, r) {
	let i = performance.now(), a = e("p", {
		class: "status",
		role: "status"
	}, "Sending…");
	n.replaceChildren(a);
	try {
		let e = await fetch(t.url, {
			method: t.method,
			headers: {
				...await p(t),
				...t.headers
			},
			signal: r,
			...t.body === void 0 ? {} : { body: t.body },
			...t.headers.Authorization ? { credentials: "omit" } : {}
		}), o = () => `${Math.round(performance.now() - i)} ms`;
		a.textContent = `${e.status} ${e.statusText} · ${o()}`, a.dataset.status = String(e.status)[0], n.append(m(e)), e.status === 401 && n.append(h());
		let s = await g(e, n);
		return a.textContent = `${e.status} ${e.statusText} · ${o()} · ${s.toLocaleString("en-US")} bytes`, e;
	} catch (e) {
		a.dataset.status = "5", a.textContent = r.aborted ? "Stopped." : `No answer: ${e instanceof Error ? e.message : e}`;
		return;
	}
}
async function p({ headers: e }) {
	return e.Authorization ? {} : u();
}
function m({ headers: t }) {
	let n = [...t].map(([e, t]) => `${e}: ${t}`).join("\n");
	return e("details", {}, e("summary", {}, "Headers"), e("pre", { tabindex: "0" }, n));
}
function h() {
	return e("p", {}, e("a", {
		href: "/auth/login",
		target: "_blank"
	}, "Sign in"), " and send again, or give an API key of the project.");
}
async function g(n, r) {
	let i = n.headers.get("content-type") ?? "";
	if (n.status === 204 || !n.body) return 0;
	if (!/json|text|xml|csv/.test(i)) {
		let t = await n.blob(), i = URL.createObjectURL(t);
		return r.append(e("a", {
			href: i,
			download: ""
		}, "Download the answer")), t.size;
	}
	let a = e("pre", {
		tabindex: "0",
		class: "body"
	});
	r.append(a);
	let o = "", s = 0, c = new TextDecoder(), l = n.body.getReader();
	for (;;) {
		let { done: e, value: t } = await l.read();
		if (e) break;
		s += t.byteLength, o += c.decode(t, { stream: !0 }), i.startsWith("text/event-stream") && (a.textContent = o.slice(0, d));
	}
	return i.includes("json") && !i.includes("ndjson") && (o = _(o)), a.textContent = o.length > d ? `${o.slice(0, d)}\n… ${o.length} characters` : o, r.append(t("Copy the answer", () => o)), s;
}
function _(e) {
	try {
		return JSON.stringify(JSON.parse(e), null, 2);
	} catch {
		return e;
	}
}
// src/core/snippets/literals.ts
function v(e) {
	return `'${e.replaceAll("'", "'\\''")}'`;
}
// src/server/http/docs/browser/request.ts
var y = ({ in: e, name: t }) => `${e} ${t}`;
function b(e, t) {
	let r = new URLSearchParams(), i = {}, a = e.path;
	for (let n of e.parameters) {
		let e = t.values.get(y(n))?.trim() ?? "";
		if (e === "") {
			if (n.required) throw Error(`Fill in ${n.name}.`);
			continue;
		}
		let { name: o } = n;
		if (n.in === "path" && (a = a.replace(`{${o}}`, encodeURIComponent(e))), n.in === "header" && (i[o] = e), n.in === "query") {
			let t = [n.schema?.type].flat().includes("array");
			for (let n of t ? e.split(/\s*,\s*/) : [e]) r.append(o, n);
		}
	}
	t.apiKey && (i.Authorization = `Bearer ${t.apiKey}`);
	let o = r.size > 0 ? `?${r}` : "";
	return {
		method: e.method,
		url: `${n}${a}${o}`,
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
function T(t) {
	let { name: n, required: r, schema: i } = t, a = e("span", { class: "dim" }, ` ${t.in}${r ? "" : ", optional"}`), o = i?.enum ?? ([i?.type].flat()[0] === "boolean" ? [!0, !1] : []), s = t.in === "path" ? D(n) : "", c;
	if (o.length > 0) {
		c = e("select", {}, e("option", { value: "" }, ""));
		for (let t of o) c.append(e("option", { value: String(t) }, String(t)));
	} else c = e("input", {
		placeholder: String(i?.examples?.[0] ?? i?.default ?? ""),
		autocomplete: "off",
		spellcheck: "false"
	}), c.value = s;
	return t.in === "path" && c.addEventListener("change", () => O(n, c.value)), {
		row: e("label", { class: "field" }, e("code", {}, n), a, c),
		field: c
	};
}
async function E(t, { path: r, parameters: i }, a) {
	let o = i.filter((e) => e.in === "path");
	if (o.length === 0) return;
	let c = await u();
	for (let i of o) {
		let o = a.get(y(i)), l = s(t, r, i.name);
		if (!l || !(o instanceof HTMLInputElement)) continue;
		let u = l.replace(/\{(\w+)\}/g, (e, t) => encodeURIComponent(a.get(y({
			in: "path",
			name: t
		}))?.value ?? "")), d = await fetch(`${n}${u}?page_limit=25`, { headers: c });
		if (!d.ok) return;
		let { results: f = [] } = await d.json(), p = `things-${crypto.randomUUID()}`, m = e("datalist", { id: p });
		for (let t of f) {
			let n = t.id ?? String(t.number ?? "");
			n && m.append(e("option", { value: n }, t.name ?? ""));
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
function M(t) {
	t.addEventListener("toggle", async () => {
		if (!t.open || t.querySelector("form")) return;
		let n = t.dataset.operation ?? "";
		try {
			let e = await i();
			t.append(N(e, a(e, n)));
		} catch (n) {
			t.append(e("p", { role: "alert" }, n instanceof Error ? n.message : String(n)));
		}
	});
}
function N(n, r) {
	let i = /* @__PURE__ */ new Map(), a = e("form", {});
	for (let e of r.parameters) {
		let { row: t, field: n } = T(e);
		i.set(y(e), n), a.append(t);
	}
	let o = F(n, r);
	o && a.append(o.row);
	let s = I(r);
	s && a.append(s);
	let c = e("button", {
		type: "submit",
		class: "send"
	}, "Send"), l = e("button", {
		type: "button",
		class: "quiet",
		hidden: !0
	}, "Stop"), u = e("div", { class: "answer" }), d = e("p", {
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
	}, h = t("Copy as cURL", () => {
		let e = m();
		return e ? C(e, location.origin) : "";
	});
	return a.append(e("div", { class: "buttons" }, c, l, h), d, u), a.addEventListener("submit", async (e) => {
		e.preventDefault();
		let t = m();
		if (!t || r.method === "DELETE" && !confirm(`Really delete? ${t.url}`)) return;
		let n = new AbortController();
		l.onclick = () => n.abort(), c.disabled = !0, l.hidden = !1;
		let i = await f(t, u, n.signal);
		c.disabled = !1, l.hidden = !0;
		let a = i?.headers.get("etag");
		a && j.set(t.url, a);
	}), P(r, i, m), E(n, r, i), a;
}
function P(e, t, n) {
	let r = e.parameters.find(({ name: e }) => e.toLowerCase() === "if-match"), i = r && t.get(y(r));
	i?.addEventListener("focus", () => {
		let e = i.value === "" ? n()?.url : void 0;
		i.value ||= (e && j.get(e)) ?? "";
	});
}
function F(t, { body: n }) {
	if (!n) return;
	if (n.type.startsWith("multipart/")) {
		let t = e("input", { type: "file" });
		return {
			row: e("label", { class: "field" }, e("code", {}, "file"), t),
			text: () => "",
			files: () => {
				let e = t.files?.[0];
				return new Map(e ? [["file", e]] : []);
			}
		};
	}
	let r = e("textarea", {
		rows: "8",
		spellcheck: "false"
	});
	return r.value = JSON.stringify(o(n.schema, t), null, 2), r.rows = Math.min(20, r.value.split("\n").length + 1), {
		row: e("label", { class: "field wide" }, e("span", {}, "Body", e("span", { class: "dim" }, ` ${n.type}`)), r),
		text: () => r.value,
		files: () => /* @__PURE__ */ new Map()
	};
}
function I({ takesApiKey: t }) {
	if (!t) return;
	let n = e("input", {
		type: "password",
		autocomplete: "off",
		placeholder: "none: as you are signed in"
	});
	return n.value = A, n.addEventListener("input", () => {
		A = n.value.trim();
	}), e("label", { class: "field" }, e("span", {}, "API key"), n);
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
