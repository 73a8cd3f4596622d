//! Calls without a result.

use std::cell::Cell;
use std::future::IntoFuture;
use std::rc::Rc;

use mcp_widget::{Error, Widget};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{DELIVERIES, Delivery, Host, get, js, json, number, sleep, soon, start, turn};

#[wasm_bindgen_test]
async fn an_error_of_the_hosts_keeps_code_message_and_data() {
    for delivery in DELIVERIES {
        let (host, widget) = Host::ready(delivery).await;
        let data = js("{ field: 'budget' }");
        let sent = data.clone();
        host.on("tools/call", move |request| {
            let error = js("{ code: -32602, message: 'budget must be a number' }");
            js_sys::Reflect::set(&error, &"data".into(), &sent).expect("an ordinary object");
            vec![request.error(&error)]
        });
        let Err(Error::Rpc(error)) = soon(widget.call_tool_with("a", js("{}"))).await else {
            panic!("no JSON-RPC error");
        };
        assert_eq!(error.code.to_bits(), (-32602f64).to_bits());
        assert_eq!(error.message, "budget must be a number");
        assert!(error.data == data, "another object");
        assert_eq!(
            Error::Rpc(error).to_string(),
            "budget must be a number (-32602)"
        );
    }
}

#[wasm_bindgen_test]
async fn an_odd_error_is_an_error_all_the_same() {
    let (host, widget) = Host::ready(Delivery::Inside).await;
    for (error, code, message) in [
        ("'broken'", None, "broken"),
        ("{ message: 'm' }", None, "m"),
        ("{ code: '5', message: 7 }", None, "The request failed"),
        ("{ code: 1.5, message: 'half' }", Some(1.5), "half"),
        ("[]", None, "The request failed"),
    ] {
        host.on("tools/call", move |request| vec![request.error(&js(error))]);
        match soon(widget.call_tool_with("a", js("{}"))).await {
            Err(Error::Rpc(rpc)) => {
                assert_eq!(rpc.message, message, "{error}");
                assert!(
                    code.map_or(rpc.code.is_nan(), |code: f64| rpc.code.to_bits()
                        == code.to_bits()),
                    "{error}"
                );
                assert!(rpc.data.is_undefined());
            }
            other => panic!("{error}: {other:?}"),
        }
    }
}

#[wasm_bindgen_test]
async fn an_answer_of_no_use_says_where_it_is_wrong() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    for (result, wrong) in [
        ("null", "/result"),
        ("'done'", "/result"),
        ("7", "/result"),
        ("{ task: { taskId: '1' } }", "/result/task"),
        ("{ resultType: 'input_required' }", "/result/resultType"),
    ] {
        host.on("tools/call", move |request| {
            vec![request.result(&js(result))]
        });
        match soon(widget.call_tool_with("a", js("{}"))).await {
            Err(Error::InvalidResult { path, raw, .. }) => {
                assert_eq!(path, wrong, "{result}");
                assert_eq!(json(&raw), json(&js(result)));
            }
            other => panic!("{result}: {other:?}"),
        }
    }
    host.on("resources/read", |request| {
        vec![request.result(&js("{ contents: {} }"))]
    });
    let end = soon(widget.read_resource("a:b")).await;
    assert!(
        matches!(
            end,
            Err(Error::InvalidResult {
                path: "/result/contents",
                ..
            })
        ),
        "{end:?}"
    );
    host.on("prompts/get", |request| vec![request.result(&js("{}"))]);
    let end = soon(widget.get_prompt("p", &JsValue::UNDEFINED)).await;
    assert!(
        matches!(
            end,
            Err(Error::InvalidResult {
                path: "/result/messages",
                ..
            })
        ),
        "{end:?}"
    );
}

#[wasm_bindgen_test]
async fn no_answer_in_time_ends_a_call_and_tells_the_host_once() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let end = soon(widget.call_tool_with("slow", js("{}")).timeout(30.0)).await;
    assert!(matches!(end, Err(Error::Timeout(30.0))), "{end:?}");
    assert_eq!(end.expect_err("late").to_string(), "no answer within 30 ms");
    let request = host.only("tools/call");
    let cancelled = host.only("notifications/cancelled").0;
    assert_eq!(
        number(&cancelled, "params.requestId").to_bits(),
        number(&request.0, "id").to_bits()
    );
    host.say(&request.result(&js("{ content: [] }")));
    turn().await;
    assert_eq!(host.sent("notifications/cancelled").len(), 1);
    assert_eq!(widget.diagnostics()[0].finding.oddity.code(), "late-reply");
}

#[wasm_bindgen_test]
async fn each_call_has_a_deadline_of_its_own() {
    let (_host, widget) = Host::ready(Delivery::Task).await;
    let order = Rc::new(std::cell::RefCell::new(Vec::new()));
    let calls: Vec<_> = [90.0, 30.0, 60.0]
        .into_iter()
        .map(|timeout| {
            let (call, order) = (
                widget.call_tool_with("slow", js("{}")).timeout(timeout),
                Rc::clone(&order),
            );
            start(async move {
                if let Err(Error::Timeout(after)) = call.await {
                    order.borrow_mut().push(after);
                }
            })
        })
        .collect();
    sleep(200.0).await;
    assert!(calls.iter().all(|call| call.borrow().is_some()));
    assert_eq!(*order.borrow(), [30.0, 60.0, 90.0]);
}

#[wasm_bindgen_test]
async fn progress_prolongs_a_call_but_not_beyond_its_total() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let began = js_sys::Date::now();
    let call = widget
        .call_tool_with("slow", js("{}"))
        .timeout(100.0)
        .total_timeout(220.0);
    let call = start(call);
    turn().await;
    let request = host.only("tools/call");
    while call.borrow().is_none() && js_sys::Date::now() < began + 1_500.0 {
        host.say(&request.progress("{ progress: 1 }"));
        sleep(25.0).await;
    }
    let took = js_sys::Date::now() - began;
    let end = call.borrow_mut().take().expect("settled");
    assert!(matches!(end, Err(Error::Timeout(220.0))), "{end:?}");
    assert!((210.0..1_400.0).contains(&took), "{took} ms");
    assert_eq!(host.sent("notifications/cancelled").len(), 1);
}

#[wasm_bindgen_test]
async fn the_timeout_of_all_calls_is_an_option_and_zero_means_for_ever() {
    let host = Host::new(Delivery::Task);
    let widget = host.connect_as(Widget::builder("test", "1").timeout(40.0));
    let patient = start(widget.call_tool_with("slow", js("{}")).timeout(0.0));
    let endless = start(
        widget
            .call_tool_with("slow", js("{}"))
            .timeout(f64::INFINITY),
    );
    let end = soon(widget.call_tool_with("slow", js("{}"))).await;
    assert!(matches!(end, Err(Error::Timeout(40.0))), "{end:?}");
    sleep(60.0).await;
    assert!(patient.borrow().is_none() && endless.borrow().is_none());
    assert_eq!(widget.pending(), 2);
    widget.close();
}

#[wasm_bindgen_test]
async fn a_queued_call_is_not_on_the_clock() {
    let host = Host::silent(Delivery::Task);
    let widget = host.connect();
    let call = start(widget.call_tool_with("a", js("{}")).timeout(40.0));
    sleep(80.0).await;
    assert!(call.borrow().is_none());
    host.tools_give("{ content: [] }");
    host.say(&host.only("ui/initialize").result(&js("{}")));
    turn().await;
    assert!(call.borrow_mut().take().expect("settled").is_ok());
}

#[wasm_bindgen_test]
async fn a_transport_that_fails_fails_that_call_with_what_it_threw() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let reason = js("new RangeError('too large')");
    let thrown = reason.clone();
    host.refuse(move |message| (get(message, "params.name") == "large").then(|| thrown.clone()));
    host.tools_give("{ content: [] }");
    let end = soon(widget.call_tool_with("large", js("{}"))).await;
    let Err(Error::Transport(given)) = end else {
        panic!("{end:?}");
    };
    assert!(given == reason);
    assert!(JsValue::from(Error::Transport(given)) == reason);
    assert_eq!(widget.pending(), 0);
    assert!(host.sent("notifications/cancelled").is_empty());
    assert!(soon(widget.call_tool_with("small", js("{}"))).await.is_ok());
}

#[wasm_bindgen_test]
async fn a_frame_that_fails_later_fails_its_call() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let call = start(widget.call_tool_with("a", js("{}")));
    let other = start(widget.call_tool_with("b", js("{}")));
    turn().await;
    let frame = host.sent("tools/call")[0].clone();
    host.inbox().refused(frame.clone(), js("'gone'"));
    host.inbox().refused(frame, js("'gone'"));
    turn().await;
    let end = call.borrow_mut().take();
    assert!(
        matches!(&end, Some(Err(Error::Transport(reason))) if *reason == "gone"),
        "{end:?}"
    );
    assert!(other.borrow().is_none());
    widget.close();
}

#[wasm_bindgen_test]
async fn closing_settles_what_is_pending_and_nothing_works_afterwards() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let pending: Vec<_> = (0..3)
        .map(|_| start(widget.call_tool_with("slow", js("{}"))))
        .collect();
    let direct = widget.read_resource("a:b").into_future();
    turn().await;
    let requests = host.sent("tools/call");
    let before = host.all().len();
    widget.close();
    turn().await;
    for call in pending {
        let end = call.borrow_mut().take();
        assert!(matches!(end, Some(Err(Error::Closed))), "{end:?}");
    }
    assert!(matches!(soon(direct).await, Err(Error::Closed)));
    assert!(matches!(
        soon(widget.call_tool_with("a", js("{}"))).await,
        Err(Error::Closed)
    ));
    assert!(matches!(soon(widget.ready()).await, Err(Error::Closed)));
    widget.notify("x/late", &JsValue::UNDEFINED);
    host.say(&crate::support::Request(requests[0].clone()).result(&js("{ content: [] }")));
    host.ask("1", "ping", "{}");
    widget.close();
    turn().await;
    assert_eq!(host.all().len(), before, "nothing is sent after the end");
    assert_eq!((host.closed(), widget.pending()), (1, 0));
}

#[wasm_bindgen_test]
async fn a_transport_that_closes_closes_the_widget() {
    let (host, widget) = Host::ready(Delivery::Task).await;
    let call = start(widget.call_tool_with("slow", js("{}")));
    let told = Rc::new(Cell::new(0));
    let telling = Rc::clone(&told);
    let _status = widget.on_status_change(move |status| {
        assert_eq!(status, mcp_widget::app::Status::Closed);
        telling.set(telling.get() + 1);
    });
    turn().await;
    host.inbox().closed();
    host.inbox().closed();
    turn().await;
    let end = call.borrow_mut().take();
    assert!(matches!(end, Some(Err(Error::Closed))), "{end:?}");
    assert_eq!((told.get(), host.closed()), (1, 1));
}
