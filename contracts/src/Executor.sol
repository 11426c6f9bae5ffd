// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Buying} from "./Buying.sol";
import {IERC20, IWETH} from "./External.sol";
import {IExecutor} from "./ISettlement.sol";
import {V2, WHOLE} from "./Kinds.sol";
import {Manager} from "./Manager.sol";
import {Routes} from "./Routes.sol";
import {Selling} from "./Selling.sol";
import {SourceTable} from "./SourceTable.sol";
import {Tokens} from "./Tokens.sol";

/// @title Runs routes; see IExecutor.
contract Executor is IExecutor, Selling, Buying {
    /// Bytes that identify the pool at the start of V3 callback data; the steps follow.
    uint256 private constant V3_POOL_BYTES = 128;

    /// Bytes of the order at the start of the callback data of a V4 manager or Balancer V3 vault.
    uint256 private constant ORDER_BYTES = 352;

    constructor(IWETH weth_, Source[] memory sources) SourceTable(weth_, sources) {}

    /// @dev Receives native coins on their way between the wrapper and a V4 manager.
    receive() external payable {
        if (msg.sender != address(weth) && !Manager.isUnlocked(msg.sender)) revert NotPool();
    }

    function execute(
        address inputToken,
        address outputToken,
        address trader,
        address inputLeftTo,
        bytes calldata route
    ) external payable returns (uint256 inputLeft) {
        if (msg.sender != settlement) revert NotSettlement();
        if (msg.value != 0) IWETH(inputToken).deposit{value: msg.value}();

        bytes calldata encoded = route;
        if (Routes.isBuy(route)) {
            uint256 amountOut;
            (amountOut, encoded) = Routes.purchase(route);
            _buyAll(encoded, outputToken, amountOut);
        } else {
            _sellAll(Routes.steps(route), outputToken);
        }
        inputLeft = _sweep(inputToken, inputLeftTo);
        _sweepBetween(Routes.steps(encoded), outputToken, trader);
    }

    /// @dev Callback of Uniswap V3 pools, which request their payment.
    function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata data) external {
        _payV3(amount0, amount1, data);
    }

    /// @dev Callback of PancakeSwap V3 pools.
    function pancakeV3SwapCallback(int256 amount0, int256 amount1, bytes calldata data) external {
        _payV3(amount0, amount1, data);
    }

    /// @dev Callback of Algebra Integral pools.
    function algebraSwapCallback(int256 amount0, int256 amount1, bytes calldata data) external {
        _payV3(amount0, amount1, data);
    }

    /// @dev Callback of an unlocked V4 manager or Balancer V3 vault. Both call back only the caller
    /// of `unlock`. A trusted source that violates this could reach the input of the current trade,
    /// and no approval.
    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        if (!Manager.isUnlocked(msg.sender)) revert NotPool();
        Manager.Order memory order = abi.decode(data, (Manager.Order));
        if (data.length == ORDER_BYTES) {
            Manager.pay(order, Manager.take(order));
        } else {
            _buyUnlocked(order, data[ORDER_BYTES:]);
        }
        return "";
    }

    /// @dev Accepts only pools of the source table; such a pool calls back only the caller of its
    /// swap.
    function _payV3(int256 amount0, int256 amount1, bytes calldata data) private {
        (uint8 index, address tokenIn, address tokenOut, uint24 fee) =
            abi.decode(data, (uint8, address, address, uint24));
        if (msg.sender != _v3Pool(index, tokenIn, tokenOut, fee)) revert NotPool();
        uint256 owed = uint256(amount0 > 0 ? amount0 : amount1);
        if (data.length == V3_POOL_BYTES) return Tokens.pay(tokenIn, msg.sender, owed);
        _provide(data[V3_POOL_BYTES:], tokenIn, owed, msg.sender);
    }

    function _sellAll(Step[] calldata steps, address outputToken) private {
        for (uint256 i; i < steps.length; ++i) {
            _sell(steps[i], _payee(steps, i, outputToken));
        }
    }

    /// @dev Sends output straight to the settlement, and sends a V2 pair its input straight from
    /// the step before.
    function _payee(Step[] calldata steps, uint256 i, address outputToken) private view returns (address) {
        address token = steps[i].tokenOut;
        if (token == outputToken) return settlement;
        if (i + 1 == steps.length) return address(this);
        Step calldata next = steps[i + 1];
        if (next.kind != V2 || next.portion != WHOLE || next.tokenIn != token) return address(this);
        (address pair,) = _v2Pair(next.source, token, next.tokenOut);
        return pair;
    }

    /// @dev A trader may name another output token, have the wanted token swept to them as an
    /// intermediate token, and so pay the fee on the named output. This costs the treasury only,
    /// never a user. No check could prevent it, because a pool of the trader's own would do the
    /// same, and pools sell to everyone without a fee.
    function _sweepBetween(Step[] calldata steps, address outputToken, address trader) private {
        address swept = outputToken;
        for (uint256 i; i < steps.length; ++i) {
            if (steps[i].tokenOut == swept || steps[i].tokenOut == outputToken) continue;
            swept = steps[i].tokenOut;
            _sweep(swept, trader);
        }
    }

    function _sweep(address token, address to) private returns (uint256 left) {
        left = IERC20(token).balanceOf(address(this));
        if (left != 0) Tokens.pay(token, to, left);
    }
}
